import TestSupport
import Testing
import TodoCore
import TodoStore

@Suite("Keys", .blocking)
struct KeyTests {
    private let request = KeyedRequest(key: "k", method: "todo.create", params: "1")

    private func reply(_ user: HistoryUser, _ request: KeyedRequest) throws -> String? {
        try user.request { store, now throws(StoreError) in try store.reply(request, at: now) }
    }

    private func keep(_ user: HistoryUser, _ request: KeyedRequest, _ text: String = "reply") throws {
        try user.request { store, now throws(StoreError) in try store.keep(text, for: request, at: now) }
    }

    @Test("The first reply comes again; another request of that key is refused")
    func replay() throws {
        try HistoryFolder.with { location in
            let user = HistoryUser(location)
            #expect(try reply(user, request) == nil)
            try keep(user, request, "{\"a\":\"\u{1F600}\"}")
            #expect(try reply(user.other("b"), request) == "{\"a\":\"\u{1F600}\"}")
            let others = [
                KeyedRequest(key: "k", method: "todo.create", params: "2"),
                KeyedRequest(key: "k", method: "todo.update", params: "1"),
            ]
            for other in others {
                #expect { try reply(user, other) } throws: {
                    if case StoreError.conflict(.key, current: nil) = $0 { true } else { false }
                }
            }
            #expect(try reply(user, KeyedRequest(key: "K", method: "todo.create", params: "1")) == nil)
        }
    }

    @Test("Seven days, to the millisecond")
    func expiry() throws {
        let user = HistoryUser()
        let day: Int64 = 86_400_000
        try keep(user, request)
        let kept = user.now.milliseconds
        user.now = Timestamp(milliseconds: kept + 7 * day - 1001)
        #expect(try reply(user, request) == "reply")
        user.now = Timestamp(milliseconds: kept + 7 * day - 1000)
        #expect(try reply(user, request) == nil)
        // It may be used for something else by now.
        let other = KeyedRequest(key: "k", method: "todo.delete", params: "3")
        #expect(try reply(user, other) == nil)
        try keep(user, other, "second")
        #expect(try reply(user, other) == "second")
    }

    @Test("Old ones go, a few with each request")
    func cleaning() throws {
        try HistoryFolder.with { location in
            let user = HistoryUser(location)
            for number in 0..<100 { try keep(user, KeyedRequest(key: "old \(number)", method: "m", params: "p")) }
            user.now = Timestamp(milliseconds: user.now.milliseconds + 8 * 86_400_000)
            for number in 0..<5 { try keep(user, KeyedRequest(key: "new \(number)", method: "m", params: "p")) }
            #expect(try location.number("SELECT count(*) FROM keys") == 100 - 5 * 8 + 5)
            for number in 5..<20 { try keep(user, KeyedRequest(key: "new \(number)", method: "m", params: "p")) }
            #expect(try location.number("SELECT count(*) FROM keys") == 20)
        }
    }
}
