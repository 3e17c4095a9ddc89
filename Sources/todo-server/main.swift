internal import TodoServer

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

exit(Server.main(arguments: CommandLine.arguments, environment: Environment.ofThisProcess))
