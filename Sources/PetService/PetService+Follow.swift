internal import EventLoop

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Redirects and 429.
extension PetService {
    /// So many redirects are followed.
    static let maximumRedirects = 3

    /// Loads an address, follows its redirects within the rules, and gives an answer with a status of 200 to 299.
    ///
    /// The key goes with the first request, and on to the same scheme, host and port only; once left, it is not sent
    /// again, even if the way leads back.
    func follow(
        _ request: PetRequest, kind: PetKind, rules: LoadingRules
    ) async throws(PetFailure) -> PetResponse {
        let lane = Lane(kind: kind, origin: request.address.origin)
        try checkWait(lane)
        var request = request
        for _ in 0...Self.maximumRedirects {
            let response = try await source.load(request)
            if (200..<300).contains(response.status) { return response }
            try checkStatus(response, lane)
            guard [301, 302, 303, 307, 308].contains(response.status), let location = response.head.location,
                let next = request.address.resolving(location), rules.allow(next)
            else { throw .unavailable(reason: .badAnswer, status: response.status) }
            let key = next.origin == request.address.origin ? request.key : nil
            request = PetRequest(address: next, key: key, deadline: request.deadline, limit: request.limit)
        }
        throw .unavailable(reason: .badAnswer)
    }

    /// Throws what a status of 400 or more means, and remembers a 429.
    private func checkStatus(_ response: PetResponse, _ lane: Lane) throws(PetFailure) {
        guard response.status >= 400 else { return }
        let wait = response.head.wait(now: Int64(time(nil)))
        guard response.status == 429 else {
            throw .unavailable(reason: .http, status: response.status, retryAfter: wait)
        }
        let seconds = wait ?? RetryAfter.standard
        let now = MonotonicClock.now
        // Lanes whose time is over go now and then; so many at once there are never.
        if waits.count >= 64 { waits = waits.filter { $0.value > now } }
        waits[lane] = max(waits[lane] ?? 0, now + UInt64(seconds) * 1_000_000_000)
        throw .unavailable(reason: .rateLimited, status: 429, retryAfter: seconds)
    }

    /// Throws at once what is left of a 429's time.
    private func checkWait(_ lane: Lane) throws(PetFailure) {
        guard let until = waits[lane] else { return }
        let now = MonotonicClock.now
        if until <= now {
            waits[lane] = nil
            return
        }
        let seconds = Int((until - now + 999_999_999) / 1_000_000_000)
        throw .unavailable(reason: .rateLimited, status: 429, retryAfter: seconds)
    }
}
