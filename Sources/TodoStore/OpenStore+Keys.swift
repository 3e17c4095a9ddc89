internal import TodoCore

/// Replies that are kept under a key, so that a request that is sent again is not carried out again.
extension OpenStore {
    /// Kept for seven days, in milliseconds.
    private static let lifetime: Int64 = 7 * 86_400_000

    /// The reply that was given to the request of that key; nil when there was none.
    func reply(_ request: KeyedRequest, at now: Timestamp) throws(StoreFault) -> String? {
        let statement = try database.statement(.key)
        defer { statement.reset() }
        statement.bind(request.key, at: 1)
        statement.bind(now.milliseconds - Self.lifetime, at: 2)
        guard try statement.step() else { return nil }
        guard statement.text(0) == request.method, statement.text(1) == request.params else {
            throw .refused(.conflict(.key))
        }
        return statement.text(2)
    }

    /// Keeps a reply, and forgets a few that are too old.
    func keep(_ reply: String, for request: KeyedRequest, at now: Timestamp) throws(StoreFault) {
        let forget = try database.statement(.forgetKeys)
        forget.bind(now.milliseconds - Self.lifetime, at: 1)
        try forget.run()
        let statement = try database.statement(.insertKey)
        statement.bind(request.key, at: 1)
        statement.bind(request.method, at: 2)
        statement.bind(request.params, at: 3)
        statement.bind(reply, at: 4)
        statement.bind(now.milliseconds, at: 5)
        try statement.run()
    }
}
