import JSON
import TestSupport
import Testing
import TodoStore

extension EndToEnd {
    /// `$/cancelRequest` for a request that runs for long: it is seen meanwhile, and nothing of the request has happened.
    @Suite("A long request that is cancelled while it runs", .serialized)
    struct CancelTests {
        private static let count = 4_000
        private static let requests: [(String, String)] = [
            ("todo.updateMany", #"{"filter":{},"set":{"isCompleted":true}}"#), ("todo.deleteMany", #"{"filter":{}}"#),
        ]

        private func withManyTodos(_ body: (ServerProcess, JSONValue) throws -> Void) throws {
            try withFolder { folder in
                let server = try folder.server()
                let creates = (1...Self.count).map {
                    #"{"jsonrpc":"2.0","id":\#($0),"method":"todo.create","params":{"title":"\#($0)"}}"#
                }
                try server.send("[" + creates.joined(separator: ",") + "]\n")
                _ = try server.next(within: 120)
                try body(server, try server.result("changes.since"))
                try server.expectQuietEnd()
            }
        }

        /// What came before and comes after is answered as ever, and the store is as it was.
        private func expectCancelled(_ id: Int64, _ server: ServerProcess, _ before: JSONValue) throws {
            #expect(try server.next(within: 60)["result"]?["title"] == .string("1"))
            let reply = try server.next(within: 60)
            #expect(reply["id"]?.integer == id)
            #expect(reply.errorCode == -32800)
            #expect(try server.next()["result"]?["title"] == .string("2"))
            #expect(try server.result("changes.since")["cursor"] == before["cursor"])
        }

        @Test("What takes it back may have arrived together with it", arguments: requests)
        func together(method: String, params: String) throws {
            try withManyTodos { server, before in
                try server.send(
                    """
                    {"jsonrpc":"2.0","id":"a","method":"todo.get","params":{"id":1}}
                    {"jsonrpc":"2.0","id":7,"method":"\(method)","params":\(params)}
                    {"jsonrpc":"2.0","id":"b","method":"todo.get","params":{"id":2}}
                    {"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}

                    """)
                try expectCancelled(7, server, before)
            }
        }

        @Test("An id that is only canonically equivalent in Unicode is that of another request")
        func equivalent() throws {
            try withManyTodos { server, _ in
                let (method, params) = Self.requests[0]
                try server.send(
                    """
                    {"jsonrpc":"2.0","id":"\u{E9}","method":"\(method)","params":\(params)}
                    {"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"e\u{301}"}}

                    """)
                let reply = try server.next(within: 60)
                #expect(reply["result"]?["ids"]?.array?.count == Self.count, "\(reply.text)")
            }
        }

        @Test("What takes it back may arrive while it runs, in pieces", arguments: requests)
        func meanwhile(method: String, params: String) throws {
            try withManyTodos { server, before in
                try server.request("todo.get", #"{"id":1}"#)
                let id = try server.request(method, params)
                try server.request("todo.get", #"{"id":2}"#)
                let text = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"# + "\n"
                for byte in text.utf8 { try server.send([byte]) }
                try expectCancelled(id, server, before)
            }
        }

        @Test("A create is never refused for what its commit does besides, which is to file all that wait by initial")
        func filing() throws {
            func create(_ id: String) -> String {
                #"{"jsonrpc":"2.0","id":\#(id),"method":"todo.create","params":{"title":"\#(id.utf8.last ?? 0)"}}"#
            }
            // Enough of them to last until the server looks what else has arrived.
            let apart = Int64(200)
            try withFolder { folder in
                let server = try folder.server()
                var count: Int64 = 0
                for round in 0..<4 {
                    let creates = (1..<TodoStore.filingLimit - apart).map { create("\($0)") }
                    try server.send("[" + creates.joined(separator: ",") + "]\n")
                    _ = try server.next(within: 120)
                    // The last member makes each one be carried out by itself; with "a", all are filed.
                    let members = (1...apart).map { create("\($0)") } + [create(#""a""#), Self.discovery]
                    try server.send(
                        """
                        [\(members.joined(separator: ","))]
                        {"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"a"}}

                        """)
                    let replies = try #require(try server.next(within: 60).array)
                    let reply = try #require(replies.first { $0["id"]?.string == "a" })
                    count += Int64(creates.count + members.count) - 1
                    if reply.errorCode == -32800 {
                        _ = try server.result("todo.create", #"{"title":"a"}"#)
                    } else {
                        #expect(reply["result"]?["id"]?.integer == count, "round \(round): \(reply.text)")
                    }
                }
                let sections = try server.result("sections.list", #"{"includeTodos":false}"#)["sections"]?.array
                #expect(sections?.map { $0["count"]?.integer } == [count])
                try server.expectQuietEnd()
            }
        }

        private static let discovery = #"{"jsonrpc":"2.0","id":"b","method":"rpc.discover"}"#

        @Test("An undo of many, and only that member of a batch which is meant")
        func undo() throws {
            try withManyTodos { server, _ in
                _ = try server.result("todo.updateMany", Self.requests[0].1)
                let before = try server.result("changes.since")
                try server.send(
                    """
                    [{"jsonrpc":"2.0","id":1,"method":"todo.get","params":{"id":1}},\
                    {"jsonrpc":"2.0","id":2,"method":"todo.undo"},\
                    {"jsonrpc":"2.0","id":3,"method":"todo.get","params":{"id":2}}]
                    {"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}

                    """)
                let replies = try #require(try server.next().array)
                #expect(replies.map { $0["id"]?.integer } == [1, 2, 3])
                #expect(replies.map(\.errorCode) == [nil, -32800, nil])
                #expect(try server.result("changes.since")["cursor"] == before["cursor"])
                // It was not forgotten with the request that it was meant for: the same id may be used again.
                try server.send(#"{"jsonrpc":"2.0","id":2,"method":"todo.undo"}"# + "\n")
                #expect(try server.next(within: 120)["result"]?["undone"] != nil)
            }
        }
    }
}
