import JSON
import TestSupport
import Testing

/// What a session touches of the machine, as the system sees it.
@Suite("What a client reaches", .blocking, .enabled(if: Traced.isPossible, "needs strace"))
struct ReachTests {
    private static let requests: [(String, String)] = [
        ("initialize", #"{"rootPath":"/etc","rootUri":"file:///etc","workspaceFolders":[{"uri":"file:///root"}]}"#),
        (
            "todo.create",
            #"{"title":"/etc/passwd","detail":"file:///etc/passwd","category":"../../etc","key":"/etc/x"}"#
        ),
        ("todo.list", #"{"filter":{"text":"/etc/passwd"},"cursor":"/etc/passwd"}"#),
        ("todo.move", #"{"id":1,"category":"/dev/zero"}"#), ("sections.rename", #"{"id":"c1","title":"~/.ssh"}"#),
        ("pet.random", #"{"kind":"cat"}"#), ("pet.random", #"{"kind":"dog","allowOffline":true}"#),
        ("pet.image", #"{"kind":"cat","id":"../../../etc/passwd"}"#),
        ("pet.image", #"{"kind":"cat","id":"/etc/passwd"}"#),
        ("pet.image", #"{"kind":"dog","id":"-K/etc/passwd"}"#), ("pet.image", #"{"kind":"dog","id":"dog-1"}"#),
        ("/bin/sh", #"{"command":"touch /tmp/x"}"#), ("todo.undo", "{}"), ("shutdown", "{}"),
    ]

    @Test("Whatever a client sends, no file is touched but store and cache, and no program is run but curl")
    func files() throws {
        try TemporaryFolder.with { folder in
            let (store, log) = (folder.file("s.sqlite"), folder.file("log"))
            let strace = ["strace", "-f", "-qq", "-s", "4096", "-o", log, "-e", "trace=%file"]
            let nowhere = ["--cat-api", "http://127.0.0.1:9", "--dog-api", "http://127.0.0.1:9"]
            let server = try ServerProcess(
                ["--store", store, "--cache", folder.file("cache")] + nowhere, wrapper: strace)
            for (method, params) in Self.requests { _ = try server.call(method, params) }
            server.closeInput()
            #expect(try server.exitStatus() == 0)
            let calls = try Files.text(of: log).split(separator: "\n").compactMap(Self.call)
            let own = try #require(calls.first?.process)
            let start = try #require(calls.firstIndex { $0.name != "execve" && $0.path == store })
            for call in calls[start...] where call.process == own {
                #expect(Self.isMeant(call.path, folder.path), "\(call)")
            }
            let programs = Set(calls.filter { $0.process != own && $0.name == "execve" }.map(\.path))
            #expect(!programs.isEmpty && programs.allSatisfy { $0.hasSuffix("/curl") }, "\(programs)")
        }
    }

    private struct Call {
        let process: Substring
        let name: Substring
        let path: String
    }

    /// `1234 openat(AT_FDCWD, "/a/b", O_RDONLY) = 3`
    private static func call(_ line: Substring) -> Call? {
        line.prefixMatch(of: /(\d+) +(\w+)\([^"]*"([^"]*)"/).map {
            Call(process: $0.1, name: $0.2, path: String($0.3))
        }
    }

    /// In the folder, or on the way to it; an open file without its name; and what SQLite draws lots with.
    private static func isMeant(_ path: String, _ folder: String) -> Bool {
        path.isEmpty || path == "/dev/urandom" || path == folder || path.hasPrefix(folder + "/")
            || (folder + "/").hasPrefix(path + "/")
    }
}
