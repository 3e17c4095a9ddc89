/// What has come of one request so far, and what it means: a value that no process and no clock is needed for.
struct CurlTransfer {
    private let limit: Int
    private var head = ResponseHead()
    private var body: [UInt8] = []
    /// Set when nothing that may still come changes the outcome.
    private(set) var outcome: Result<PetResponse, PetFailure>?

    /// - Parameter limit: bytes of the body; one more is too much.
    init(limit: Int) { self.limit = limit }

    /// A piece of what curl writes to its errors: the heads.
    mutating func receive(head bytes: ArraySlice<UInt8>) {
        head.add(bytes)
        guard outcome == nil else { return }
        if head.isBad {
            outcome = .failure(.unavailable(reason: .badAnswer))
        } else if let status = head.status, !(200..<300).contains(status) {
            // The body of a redirect or an error interests nobody, and may be endless.
            outcome = .success(PetResponse(status: status, head: head, body: []))
        }
    }

    /// A piece of the body.
    mutating func receive(body bytes: ArraySlice<UInt8>) {
        guard outcome == nil else { return }
        if body.count + bytes.count > limit {
            body = []
            outcome = .failure(.unavailable(reason: .tooLarge))
            return
        }
        // Room for the largest body at once costs nothing until it's used; growing by doubling would be twice as much.
        if body.count + bytes.count > 256 << 10, body.capacity < limit { body.reserveCapacity(limit) }
        body.append(contentsOf: bytes)
    }

    /// curl has ended, and all it wrote was received.
    /// - Parameter status: its exit status (curl(1), EXIT CODES).
    mutating func end(status: Int32) -> Result<PetResponse, PetFailure> {
        if let outcome { return outcome }
        guard status == 0 else { return .failure(.unavailable(reason: reason(status))) }
        guard let answer = head.status else { return .failure(.unavailable(reason: .badAnswer)) }
        return .success(PetResponse(status: answer, head: head, body: body))
    }

    private func reason(_ status: Int32) -> PetFailureReason {
        switch status {
        case 28: .timeout
        case 63: .tooLarge
        // No such protocol (HTTP/0.9 too), a bad url, a weird reply, cut, a bad encoding, not HTTP/2, not HTTP/3.
        case 1, 3, 8, 18, 61, 92, 95: .badAnswer
        // Broken off: where the head had come, that is a cut answer.
        case 16, 52, 55, 56: head.status == nil ? .offline : .badAnswer
        // It doesn't start, doesn't know an option, can't write, has no memory, was killed, isn't there.
        case 2, 4, 23, 26, 27, 41, 43, 48, 126...: .noClient
        // No such host, no connection, no TLS, and whatever else keeps an answer from coming.
        default: .offline
        }
    }
}
