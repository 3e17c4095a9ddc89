import TestSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A web server on 127.0.0.1 that answers from a script, one thread a connection.
final class FakeAPI: Sendable {
    struct Request: Sendable {
        let target: String
        /// Names in lower case.
        let headers: [String: String]
        /// 1 for the first one.
        let number: Int
    }

    /// The other end; methods do nothing once it is gone.
    struct Connection {
        let socket: Int32

        func send(_ bytes: [UInt8]) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                let sent = unsafe rest.withUnsafeBytes { unsafe Self.send(socket, $0.baseAddress, $0.count) }
                if sent <= 0 { return false }
                rest.removeFirst(sent)
            }
            return true
        }

        func send(_ text: String) { _ = send(Array(text.utf8)) }

        /// Nothing more comes until the client has had enough.
        func hold() {
            var byte: UInt8 = 0
            while unsafe recv(socket, &byte, 1, 0) > 0 {}
        }

        /// Zeros until the client has had enough.
        func sendForever() {
            let block = [UInt8](repeating: 0, count: 1 << 16)
            while send(block) {}
        }

        /// The first part at once, then a byte of the rest every tenth of a second.
        func trickle(_ bytes: [UInt8]) {
            for byte in bytes {
                if !send([byte]) { return }
                var end = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
                if unsafe poll(&end, 1, 100) > 0 { return }
            }
        }

        private static func send(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
            #if canImport(Glibc)
                unsafe Glibc.send(socket, bytes, count, Int32(MSG_NOSIGNAL))
            #else
                unsafe Darwin.send(socket, bytes, count, 0)
            #endif
        }
    }

    typealias Script = @Sendable (Request, Connection) -> Void

    let port: UInt16
    /// One for each request.
    let hits = Counter()
    private let listener: Int32
    private let seen = Locked<[Request]>([])

    var url: String { "http://127.0.0.1:\(port)" }
    var requests: [Request] { seen.withLock { $0 } }

    init(_ script: @escaping Script) {
        let loopback = LoopbackListener()
        (listener, port) = (loopback.descriptor, loopback.port)
        onThread { [self] in
            while true {
                let socket = accept(listener, nil, nil)
                if socket < 0 { break }
                onThread { [self] in serve(Connection(socket: socket), script) }
            }
            close(listener)
        }
    }

    /// No more connections; those that are there end with their scripts.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func serve(_ connection: Connection, _ script: Script) {
        defer { close(connection.socket) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: text, as: UTF8.self).contains("\r\n\r\n") {
            let count = unsafe recv(connection.socket, &buffer, 4096, 0)
            if count <= 0 { return }
            text += buffer[..<count]
        }
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = String(line[line.index(colon, offsetBy: 2)...])
        }
        let words = lines[0].split(separator: " ")
        let request = seen.withLock { requests in
            requests.append(Request(target: String(words[1]), headers: headers, number: requests.count + 1))
            return requests[requests.count - 1]
        }
        hits.add()
        script(request, connection)
        // Not a reset while the client still reads.
        shutdown(connection.socket, Int32(SHUT_WR))
    }
}

extension FakeAPI {
    /// A whole answer.
    static func answer(
        _ body: [UInt8], status: String = "200 OK", headers: String = "", length: Int? = nil
    ) -> [UInt8] {
        Array(
            "HTTP/1.1 \(status)\r\n\(headers)Connection: close\r\nContent-Length: \(length ?? body.count)\r\n\r\n".utf8)
            + body
    }

    static func answer(_ body: String, status: String = "200 OK", headers: String = "", length: Int? = nil) -> [UInt8] {
        answer(Array(body.utf8), status: status, headers: headers, length: length)
    }

    /// Sends every request the same.
    static func always(_ answer: [UInt8]) -> FakeAPI { FakeAPI { _, connection in _ = connection.send(answer) } }

    /// A port where nobody listens.
    static func deadURL() -> String {
        let listener = LoopbackListener()
        defer { listener.stop() }
        return listener.url
    }
}
