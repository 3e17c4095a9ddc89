#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What the tests were built to look for besides what they say.
package enum Sanitizer {
    /// Whether the thread or the address sanitizer is at work, here and so in the server built along with it.
    ///
    /// Both keep records of their own for all memory, so that how much the process takes says nothing about the server.
    package static let isAtWork = isThere("__tsan_init") || isThere("__asan_init")

    private static func isThere(_ symbol: String) -> Bool {
        unsafe symbol.withCString { unsafe dlsym(unsafe dlopen(nil, RTLD_NOW), $0) != nil }
    }
}
