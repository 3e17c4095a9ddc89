import JSON
import TestSupport
import Testing

@Suite("What a client is told, and when", .blocking)
struct ModelFeedTests {
    @Test("A batch that waits for a pet is answered before its changes are told; nothing is left untold")
    func batchWithPet() throws {
        try ModelFolder.with { store in
            // Nothing listens there.
            let server = try ModelServer(["--store", store, "--cat-api", "http://127.0.0.1:9"])
            _ = try server.result("initialize")
            let create = #"{"jsonrpc":"2.0","id":1,"method":"todo.create","params":{"title":"a"}}"#
            let pet = #"{"jsonrpc":"2.0","id":2,"method":"pet.random","params":{"kind":"cat"}}"#
            try server.send("[\(create),\(pet)]")
            let reply = try server.next()
            #expect(reply?[0]?["result"]?["id"]?.integer == 1)
            #expect(reply?[1]?["error"]?["code"]?.integer == 502)
            #expect(server.told == 0)
            try server.waitToBeTold(1)
            // With changes of others meanwhile.
            let other = try ModelServer(["--store", store])
            try server.send("[\(create),\(pet)]")
            _ = try other.result("todo.create", .object([.init("title", .string("b"))]))
            #expect(try server.next()?.array?.count == 2)
            try server.waitToBeTold(3)
        }
    }
}
