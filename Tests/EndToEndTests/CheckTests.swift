import TestSupport
import Testing

extension EndToEnd {
    @Suite("Checking requests, and what else is printed", .serialized)
    struct CheckTests {
        private static let right = #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"#
        /// What the server writes goes to a device without room.
        private static let full = ["sh", "-c", "exec \"$0\" \"$@\" > /dev/full"]

        @Test("The status is 0 when all are valid, 1 when one is not, 2 when there is nothing to be read")
        func statuses() throws {
            try withFolder { folder in
                try Files.write(Array("\(Self.right)\n".utf8), to: folder.file("right"))
                try Files.write(Array("\(Self.right)\n{}\n".utf8), to: folder.file("wrong"))
                for (name, status, lines) in [("right", 0, 1), ("wrong", 1, 2), (".", 2, 0), ("none", 2, 0)] {
                    let server = try ServerProcess(["--check", folder.file(name)])
                    #expect(try server.exitStatus() == Int32(status), "\(name)")
                    #expect(try server.restOfBytes().split(separator: "\n").count == lines, "\(name)")
                    let isSaid = server.errorText.hasPrefix("todo-server: cannot read \(folder.file(name)): ")
                    #expect(isSaid == (status == 2), "\(name): \(server.errorText)")
                }
            }
        }

        @Test("A standard input that does not wait is waited for", arguments: [false, true])
        func slowInput(isNonBlocking: Bool) throws {
            let server = try ServerProcess(["--check", "-"], isNonBlocking: isNonBlocking)
            #expect(try server.isSilent(forSeconds: 0.2))
            try server.send(Self.right + "\n")
            // Each line has its verdict at once.
            while try server.isSilent(forSeconds: 1) {}
            #expect(server.isRunning)
            try server.send(String(Self.right.dropLast(5)))
            server.closeInput()
            #expect(try server.exitStatus() == 1)
            let lines = try server.restOfBytes().split(separator: "\n")
            #expect(lines.count == 2 && lines[0] == "1: rpc.discover: valid" && lines[1].contains("(-32700)"))
        }

        @Test("The limit of a message is that of the server")
        func limit() throws {
            let server = try ServerProcess(["--check", "-", "--max-message-bytes", "20"])
            try server.send(Self.right + "\n")
            server.closeInput()
            #expect(try server.exitStatus() == 1)
            #expect(try server.restOfBytes().contains("longer than 20 bytes"))
        }

        @Test(
            "What cannot be written is said, and is a failure",
            .enabled(if: Files.isThere("/dev/full"), "no /dev/full here"),
            arguments: [("--describe", 1), ("--version", 1), ("--help", 1), ("--check=-", 2)])
        func fullOutput(option: String, status: Int32) throws {
            let server = try ServerProcess([option], wrapper: Self.full)
            try server.send(Self.right + "\n")
            server.closeInput()
            #expect(try server.exitStatus() == status)
            #expect(server.errorText.hasPrefix("todo-server: cannot write: "), "\(server.errorText)")
        }

        @Test(
            "What does not go together is refused",
            arguments: [
                ["--check", "a", "b"], ["--check", "a", "--check", "b"], ["--check", "a", "--store", "s"],
                ["--describe", "x"], ["--describe", "--version"], ["--version", "--store", "s"],
                ["--store", "s", "--describe"],
            ])
        func strayArguments(arguments: [String]) throws {
            let server = try ServerProcess(arguments)
            #expect(try server.exitStatus() == 2)
            #expect(try server.restOfBytes() == "")
            #expect(server.errorText.hasPrefix("todo-server: "))
        }
    }
}
