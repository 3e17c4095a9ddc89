import JSON
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension EndToEnd {
    @Suite("A store whose permissions change", .serialized)
    struct PermissionTests {
        /// Root may write everything, so it becomes nobody.
        private static let wrapper =
            geteuid() == 0 ? ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] : []

        /// A folder with a store, "kept" in it, that belong to whoever `wrapper` makes of this process.
        private func withStore(_ body: (TemporaryFolder, _ path: String) throws -> Void) throws {
            try withFolder { folder in
                if geteuid() == 0 { try Files.setOwner(65534, of: folder.path) }
                let server = try folder.server(wrapper: Self.wrapper)
                _ = try server.result("todo.create", #"{"title":"kept"}"#)
                try server.expectQuietEnd()
                try body(folder, folder.file("s.sqlite"))
            }
        }

        @Test("What a server that could only read leaves behind does not keep the next one from writing")
        func leftovers() throws {
            try withStore { folder, path in
                try Files.setMode(0o444, of: path)
                let reader = try folder.server(wrapper: Self.wrapper)
                #expect(try reader.titles() == ["kept"])
                let refused = try reader.call("todo.create", #"{"title":"no"}"#)
                #expect(refused.reason == "readOnly" && refused.errorData?["path"] == .string(path))
                try reader.expectQuietEnd()
                #expect(Files.mode(of: path + "-shm") == 0o400)
                try Files.setMode(0o600, of: path)
                let writer = try folder.server(wrapper: Self.wrapper)
                _ = try writer.result("todo.create", #"{"title":"new"}"#)
                #expect(try writer.titles() == ["kept", "new"])
                try writer.expectQuietEnd()
                #expect(folder.names == ["s.sqlite"])
            }
        }

        @Test("A server that could only read writes as soon as it may, without a restart")
        func mended() throws {
            try withStore { folder, path in
                try Files.setMode(0o400, of: path)
                let server = try folder.server(wrapper: Self.wrapper)
                #expect(try server.call("todo.create", #"{"title":"no"}"#).reason == "readOnly")
                try Files.setMode(0o600, of: path)
                _ = try server.result("todo.create", #"{"title":"new"}"#)
                #expect(try server.titles() == ["kept", "new"])
                try server.expectQuietEnd()
            }
        }

        @Test("A folder that may not be written is what a refusal names")
        func folder() throws {
            try withStore { folder, _ in
                try Files.setMode(0o500, of: folder.path)
                defer { try? Files.setMode(0o700, of: folder.path) }
                let server = try folder.server(wrapper: Self.wrapper)
                let refused = try server.call("todo.create", #"{"title":"no"}"#)
                #expect(refused.reason == "readOnly" && refused.errorData?["path"] == .string(folder.path))
                try server.expectQuietEnd()
            }
        }

        @Test(
            "A file of somebody else beside the store is what a refusal names",
            .enabled(if: geteuid() == 0, "it takes two users"))
        func foreignCompanion() throws {
            try withStore { folder, path in
                try Files.write([], to: path + "-shm")
                try Files.setMode(0o444, of: path + "-shm")
                let server = try folder.server(wrapper: Self.wrapper)
                let refused = try server.call("todo.create", #"{"title":"no"}"#)
                #expect(refused.reason == "readOnly" && refused.errorData?["path"] == .string(path + "-shm"))
                try server.expectQuietEnd()
            }
        }

        @Test("A folder for pictures that cannot be made is not said to be the store")
        func pictures() throws {
            try withFolder { folder in
                try Files.write([], to: folder.file("f"))
                let cache = folder.file("f") + "/pets"
                let server = try ServerProcess(["--store", folder.file("s.sqlite"), "--cache", cache])
                let refused = try server.call("pet.image", #"{"kind":"dog","id":"bundled-dog-1"}"#)
                #expect(refused.errorCode == 503 && refused.errorData?["path"] == .string(cache), "\(refused.text)")
                #expect(refused["error"]?["message"] == .string("The folder for pictures cannot be written."))
                try server.expectQuietEnd()
            }
        }
    }
}
