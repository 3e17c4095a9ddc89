internal import CSystem
internal import EventLoop
internal import JSON
internal import JSONRPC

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The end of the connection that the client reads.
///
/// The descriptor is shared with whoever started the server, and its flags with it; so a pipe is reopened without
/// blocking where the system lets us, and what cannot be is written in pieces that are sure to fit.
struct OutputStream: Sendable {
    enum State: Sendable {
        case written
        /// The client has to read first.
        case blocked
        /// Nobody will read any more.
        case broken
    }

    private enum Way: Sendable {
        /// Takes what fits.
        case nonBlocking
        case socket
        /// Files never wait for a reader.
        case file
        /// Takes `PIPE_BUF` bytes whenever it is writable at all (POSIX, write).
        case pieces
    }

    /// What is kept when everything is written.
    private static let ordinaryCapacity = 1 << 20
    private static let pieceSize = 512

    let descriptor: Int32
    /// What is to be written, from `sent` on.
    var writer = JSONWriter()
    private var sent = 0
    private let way: Way

    /// - Parameter descriptor: belongs to the stream from now on.
    init(_ descriptor: Int32) {
        var status = stat()
        let isKnown = unsafe fstat(descriptor, &status) == 0
        switch status.st_mode & S_IFMT {
        case S_IFREG where isKnown: (self.descriptor, way) = (descriptor, .file)
        case S_IFSOCK where isKnown: (self.descriptor, way) = (descriptor, .socket)
        case S_IFIFO where isKnown:
            let own = csystem_reopen_for_writing(descriptor)
            if own >= 0 { close(descriptor) }
            (self.descriptor, way) = own >= 0 ? (own, .nonBlocking) : (descriptor, .pieces)
        default: (self.descriptor, way) = (descriptor, .pieces)
        }
    }

    /// Bytes that wait to be written.
    var waiting: Int { writer.count - sent }

    /// Writes as much as the client takes.
    mutating func flush() -> State {
        while waiting > 0 {
            let taken = write()
            if taken < 0 {
                switch errno {
                case EINTR: continue
                case EAGAIN, EWOULDBLOCK:
                    compact()
                    return .blocked
                default: return .broken
                }
            }
            sent += taken
        }
        sent = 0
        writer.removeAll(keepingAtMost: Self.ordinaryCapacity)
        return .written
    }

    private func write() -> Int {
        let bytes = writer.bytes.span.extracting(droppingFirst: sent)
        return unsafe bytes.withUnsafeBytes { buffer in
            switch way {
            case .nonBlocking, .file: return unsafe Self.write(descriptor, buffer.baseAddress, buffer.count)
            case .socket: return unsafe send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            case .pieces:
                var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard unsafe Self.poll(&poll, 1, 0) == 1 else {
                    errno = EAGAIN
                    return -1
                }
                return unsafe Self.write(descriptor, buffer.baseAddress, min(buffer.count, Self.pieceSize))
            }
        }
    }

    private mutating func compact() {
        // Half of it at least, so that each byte is moved once on the average, however slow the client.
        guard sent >= Self.ordinaryCapacity, sent >= waiting else { return }
        writer.removeFirst(sent)
        sent = 0
    }

    private static func write(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
            unsafe Glibc.write(descriptor, start, count)
        #else
            unsafe Darwin.write(descriptor, start, count)
        #endif
    }

    private static func poll(_ polled: UnsafeMutablePointer<pollfd>, _ count: nfds_t, _ timeout: Int32) -> Int32 {
        #if canImport(Glibc)
            unsafe Glibc.poll(polled, count, timeout)
        #else
            unsafe Darwin.poll(polled, count, timeout)
        #endif
    }
}

/// The end of the connection that the client writes.
enum InputStream {
    enum State {
        case bytes(Int, mayHaveMore: Bool)
        case nothing
        case end
        /// It cannot be read: the number of the error.
        case failed(Int32)
    }

    /// At least so many bytes are asked for at a time: what a pipe holds.
    static let portion = 1 << 16

    /// Reads what is there, after the descriptor was found readable. `wanted` is how much would complete a message.
    static func read(_ descriptor: Int32, into buffer: inout InputBuffer, wanted: Int) -> State {
        var room = 0
        let taken = unsafe buffer.append(room: max(portion, min(wanted, 1 << 20))) { free in
            room = free.count
            #if canImport(Glibc)
                return unsafe Glibc.read(descriptor, free.baseAddress, free.count)
            #else
                return unsafe Darwin.read(descriptor, free.baseAddress, free.count)
            #endif
        }
        if taken > 0 { return .bytes(taken, mayHaveMore: taken >= portion || taken == room) }
        if taken == 0 { return .end }
        switch errno {
        case EINTR, EAGAIN, EWOULDBLOCK: return .nothing
        default: return .failed(errno)
        }
    }
}
