import JSON
import TestSupport
import Testing

#if os(Linux)
    import Glibc

    extension EndToEnd {
        @Suite("Memory under hostile input", .serialized)
        struct MemoryTests {
            /// What SECURITY.md promises, in megabytes: so much for the process, and so many times the longest message.
            private static let (base, factor) = (24, 4)
            /// `MEMORY_MESSAGE_MIB` takes another one; 64 is what the server takes by itself.
            private static let messageLimit =
                unsafe getenv("MEMORY_MESSAGE_MIB").flatMap { Int(unsafe String(cString: $0)) } ?? 3

            struct Input: Sendable, CustomTestStringConvertible {
                let testDescription: String
                /// As many bytes as a message may have, or more.
                let make: @Sendable (_ bytes: Int) -> String
                var status: Int32 = 0

                private static func list(_ element: String, _ bytes: Int) -> String {
                    "[" + String(repeating: element + ",", count: bytes / (element.utf8.count + 1) - 1) + element + "]"
                }

                static let all = [
                    Input(testDescription: "brackets") { String(repeating: "[", count: $0) },
                    Input(testDescription: "a batch of numbers") { list("1", $0) },
                    Input(testDescription: "a batch of objects") { list("{}", $0) },
                    Input(testDescription: "a number") {
                        request(1, "todo.get", #"{"id":\#(String(repeating: "7", count: $0 - 100))}"#)
                    },
                    Input(testDescription: "a cursor") {
                        request(1, "todo.list", #"{"cursor":"\#(String(repeating: "c", count: $0 - 100))"}"#)
                    },
                    Input(testDescription: "a locale") {
                        request(1, "initialize", #"{"locale":"\#(String(repeating: "k", count: $0 - 100))"}"#)
                    },
                    Input(testDescription: "a title") {
                        request(1, "todo.create", #"{"title":"\#(String(repeating: "t", count: $0 - 100))"}"#)
                    },
                    Input(testDescription: "a title of escapes") {
                        request(1, "todo.create", #"{"title":"\#(String(repeating: #"\u0041"#, count: $0 / 6 - 20))"}"#)
                    },
                    Input(testDescription: "ids") {
                        request(1, "todo.list", #"{"filter":{"ids":\#(list("12345", $0 - 100))}}"#)
                    },
                    Input(testDescription: "one member again and again") {
                        request(1, "todo.get", "{" + String(repeating: #""id":1,"#, count: $0 / 7 - 20) + #""id":1}"#)
                    },
                    Input(testDescription: "cancellations of nothing") { bytes in
                        let one = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}"# + "\n"
                        return String(repeating: one, count: bytes / one.utf8.count)
                    },
                    Input(testDescription: "a line without end") { String(repeating: "x", count: 4 * $0) }.leading("{"),
                    Input(
                        testDescription: "a header without end", make: { "X: " + String(repeating: "y", count: $0) },
                        status: 1),
                    Input(
                        testDescription: "headers without end", make: { String(repeating: "X: y\r\n", count: $0 / 6) },
                        status: 1),
                ]

                private func leading(_ text: String) -> Input {
                    Input(testDescription: testDescription, make: { text + make($0) }, status: status)
                }
            }

            @Test("The peak is a few times the longest message, whatever it is made of", arguments: Input.all)
            func peak(input: Input) throws {
                try withFolder { folder in
                    let server = try folder.server(["--max-message-bytes", "\(Self.messageLimit << 20)"])
                    // A server that has ended takes no more, which is what is wanted of it.
                    try? server.send(input.make(Self.messageLimit << 20) + "\n")
                    if input.status == 0 {
                        try server.send(request(2, "todo.get", #"{"id":999}"#) + "\n")
                        var reply = try server.next(within: 60)
                        while reply["id"]?.integer != 2 { reply = try server.next(within: 60) }
                        let peak = try server.expectPeakMemory(atMost: Self.base + Self.factor * Self.messageLimit)
                        print("\(input.testDescription) of \(Self.messageLimit) MiB: \(peak) MB")
                    }
                    server.closeInput()
                    #expect(try server.exitStatus() == input.status)
                }
            }

            @Test("Six hundred pets at once: each is answered, eight children at most, and none is left behind")
            func pets() throws {
                try withFolder { folder in
                    let server = try folder.server()
                    for _ in 0..<3 { _ = try server.call("pet.random", #"{"kind":"cat"}"#) }
                    let before = server.descriptors
                    let count = 600
                    let text = (0..<count).map { request($0, "pet.random", #"{"kind":"cat"}"#) + "\n" }.joined()
                    try server.send(text)
                    var children = 0
                    for _ in 0..<count {
                        #expect(try server.next(within: 60).errorCode == 502)
                        children = max(children, try server.children)
                    }
                    #expect(children <= 8)
                    try server.expectNothingLeft(beyond: before)
                    try server.expectPeakMemory(atMost: Self.base)
                    try server.expectQuietEnd()
                }
            }
        }
    }
#endif
