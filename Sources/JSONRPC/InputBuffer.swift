#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Bytes that have arrived and are not done with, in one piece.
///
/// Plain memory instead of an Array: what is read goes to its place without being cleared first, and a large message
/// grows without being copied where the system can move pages.
///
/// Safe, although it holds a pointer: the memory is this value's alone, which cannot be copied, and goes with it.
@safe package struct InputBuffer: ~Copyable {
    // Memory that the system refuses ends the process, as it does everywhere in Swift: what was committed is durable, and
    // what was not has no reply, so whoever waits for one asks again.

    /// What is kept when everything is done with.
    private static let ordinaryCapacity = 1 << 17

    private var memory: UnsafeMutableRawPointer
    private var capacity: Int
    private var start = 0
    private var end = 0

    /// Takes `ordinaryCapacity` bytes at once. Without memory the process ends.
    package init() {
        capacity = Self.ordinaryCapacity
        guard let memory = unsafe malloc(capacity) else { fatalError("out of memory") }
        unsafe self.memory = memory
    }

    deinit { unsafe free(memory) }

    /// How many bytes are not done with.
    package var count: Int { end - start }

    /// Reads the bytes. They may move with the next `append`.
    package func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = unsafe UnsafeRawBufferPointer(start: memory + start, count: count)
        return unsafe try body(bytes.bindMemory(to: UInt8.self).span)
    }

    /// Makes room for at least `room` bytes, lets `read` fill in some of it, and takes as many as it says:
    /// none when it gives a negative number, as `read(2)` does.
    package mutating func append(room: Int, _ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        makeRoom(room)
        let free = unsafe UnsafeMutableRawBufferPointer(start: memory + end, count: capacity - end)
        let taken = unsafe read(free)
        precondition(taken <= free.count, "more bytes were read than there is room for")
        if taken > 0 { end += taken }
        return taken
    }

    /// Puts bytes behind those that are there.
    package mutating func append(_ bytes: Span<UInt8>) {
        makeRoom(bytes.count)
        let free = unsafe UnsafeMutableRawBufferPointer(start: memory + end, count: capacity - end)
        unsafe bytes.withUnsafeBytes { unsafe free.copyMemory(from: $0) }
        end += bytes.count
    }

    /// Forgets the first bytes. What a large message needed goes back to the system once it is done with.
    package mutating func consume(_ count: Int) {
        precondition(count >= 0 && count <= self.count, "more bytes are done with than there are")
        start += count
        guard start == end else { return }
        (start, end) = (0, 0)
        if capacity > 8 * Self.ordinaryCapacity { resize(to: Self.ordinaryCapacity) }
    }

    private mutating func makeRoom(_ room: Int) {
        if capacity - end >= room { return }
        if start > 0 {
            unsafe memmove(memory, memory + start, count)
            (start, end) = (0, end - start)
        }
        if capacity - end < room { resize(to: max(end + room, capacity + capacity / 2)) }
    }

    private mutating func resize(to size: Int) {
        guard let moved = unsafe realloc(memory, size) else { fatalError("out of memory") }
        unsafe memory = moved
        capacity = size
    }
}
