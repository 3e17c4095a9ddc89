internal import CSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A program that runs, and the ends of its pipes that are ours. Whoever makes one must `closePipes`, and `kill` it
/// or see it end, and `reap` it.
struct ChildProcess {
    /// Why a program didn't start; as in `errno(3)`.
    struct StartFailure: Error {
        let errno: Int32
    }

    /// The process and, since it leads one, its process group.
    let id: pid_t
    /// Where its standard output can be read. Non-blocking.
    let output: Int32
    /// Where its standard errors can be read. Non-blocking.
    let errors: Int32

    /// While this is open the program may live: whatever way this process ends, it doesn't outlive it (on Linux).
    private let lifeline: Int32

    /// Starts a program without a shell.
    /// - Parameters:
    ///   - arguments: the program, looked up on PATH, and what it is told.
    ///   - input: all it finds at its standard input. At most 8 KiB: it must fit into an empty pipe.
    ///   - hidden: names of variables of our environment that it doesn't get.
    init(_ arguments: [String], input: [UInt8], hidden: [String]) throws(StartFailure) {
        var pipes: [[Int32]] = []
        defer { for end in pipes.joined() where end >= 0 { close(end) } }
        for _ in 0..<4 { pipes.append(try Self.pipe()) }
        // Pipes have two ends with flags of their own: only the child's may block.
        for end in [pipes[0][0], pipes[1][1], pipes[2][1]] { csystem_set_nonblocking(end, 0) }
        let written = unsafe write(pipes[0][1], input, input.count)
        guard written == input.count else { throw StartFailure(errno: ENOBUFS) }
        id = try Self.spawn(arguments, [pipes[0][0], pipes[1][1], pipes[2][1], pipes[3][0]], hidden)
        output = pipes[1][0]
        errors = pipes[2][0]
        lifeline = pipes[3][1]
        pipes[1][0] = -1
        pipes[2][0] = -1
        pipes[3][1] = -1
    }

    private static func pipe() throws(StartFailure) -> [Int32] {
        var ends: [Int32] = [-1, -1]
        guard unsafe csystem_pipe(&ends) == 0 else { throw StartFailure(errno: csystem_errno()) }
        return ends
    }

    private static func spawn(
        _ arguments: [String], _ descriptors: [Int32], _ hidden: [String]
    ) throws(StartFailure) -> pid_t {
        var process: pid_t = 0
        let failed = unsafe withTexts(arguments) { arguments in
            unsafe withTexts(hidden) { hidden in unsafe csystem_spawn(&process, arguments, descriptors, hidden) }
        }
        guard failed == 0 else { throw StartFailure(errno: failed) }
        return process
    }

    /// Texts as C wants them, with a null at the end, while `body` runs.
    private static func withTexts(_ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Int32) -> Int32 {
        let copies = unsafe texts.map { unsafe strdup($0) }
        defer { for place in unsafe copies.indices { unsafe free(copies[place]) } }
        return unsafe body(copies.map { unsafe $0.map { unsafe UnsafePointer($0) } } + [nil])
    }

    /// Ends the program, and whatever it has started, at once.
    func kill() {
        #if canImport(Glibc)
            Glibc.kill(-id, SIGKILL)
        #else
            Darwin.kill(-id, SIGKILL)
        #endif
    }

    /// Nothing more is read.
    func closePipes() {
        close(output)
        close(errors)
        close(lifeline)
    }

    /// Reads what is there into `buffer`, and tells how much that was: 0 at the end, or when the pipe is broken; nil when
    /// there is nothing yet.
    static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int? {
        let size = buffer.count
        #if canImport(Glibc)
            let count = unsafe Glibc.read(descriptor, &buffer, size)
        #else
            let count = unsafe Darwin.read(descriptor, &buffer, size)
        #endif
        if count >= 0 { return count }
        let failure = csystem_errno()
        return failure == EAGAIN || failure == EINTR ? nil : 0
    }

    /// The exit status, once, when the program has ended; 128 and the signal's number when a signal ended it; 255 when
    /// nobody knows. Nil while it runs. Never waits.
    static func reap(_ id: pid_t) -> Int32? {
        let status = csystem_reap(id)
        return status < 0 ? nil : status
    }
}
