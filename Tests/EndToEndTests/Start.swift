import JSON
import TestSupport
import Testing

/// The tests that start the built executable. Those of a suite one at a time, so that few processes run at once.
@Suite("End to end", .blocking)
enum EndToEnd {}

/// Runs a test with a folder of its own, in which the store is.
func withFolder(_ body: (TemporaryFolder) throws -> Void) throws { try TemporaryFolder.with(body) }

extension TemporaryFolder {
    /// A server on the store of this folder, which asks nobody for pets.
    func server(
        _ options: [String] = [], framing: ServerProcess.Framing = .lines, wrapper: [String] = [],
        isNonBlocking: Bool = false
    ) throws -> ServerProcess {
        let own = [
            "--store", file("s.sqlite"), "--cache", file("cache"), "--cat-api", "http://127.0.0.1:9", "--dog-api",
            "http://127.0.0.1:9",
        ]
        return try ServerProcess(own + options, framing: framing, wrapper: wrapper, isNonBlocking: isNonBlocking)
    }
}

extension ServerProcess {
    /// All titles, in the order of the list.
    func titles() throws -> [String] {
        var titles: [String] = []
        var cursor = "null"
        repeat {
            let params = cursor == "null" ? #"{"limit":1000}"# : #"{"limit":1000,"cursor":\#(cursor)}"#
            let page = try result("todo.list", params)
            titles += (page["todos"]?.array ?? []).compactMap { $0["title"]?.string }
            cursor = page["nextCursor"]?.text ?? "null"
        } while cursor != "null"
        return titles
    }

    /// Lets the server end as a client does, and expects that it says nothing more.
    func expectQuietEnd(
        status expected: Int32 = 0, at location: SourceLocation = #_sourceLocation
    ) throws {
        closeInput()
        #expect(try exitStatus() == expected, "\(errorText)", sourceLocation: location)
        #expect(try rest() == [], sourceLocation: location)
    }

    #if os(Linux)
        /// What the descriptors of the process lead to. The one that the runtime opens for its timers when it first needs
        /// it, and then keeps, is left out.
        var descriptors: [String] {
            let folder = "/proc/\(id)/fd/"
            return Files.names(in: folder).compactMap { Files.target(of: folder + $0) }
                .filter { !$0.hasSuffix("[timerfd]") }
        }

        /// How many processes it has started that have not ended.
        var children: Int {
            get throws { try Files.text(of: "/proc/\(id)/task/\(id)/children").split(separator: " ").count }
        }

        /// Expects that no child is left, and no descriptor more than before. Fewer may be, where pipes were still closing.
        func expectNothingLeft(
            beyond before: [String], at location: SourceLocation = #_sourceLocation
        ) throws {
            func isLeft() throws -> Bool { try children > 0 || descriptors.count > before.count }
            // The last child's pipes may still be closing when what it brought has been answered.
            for _ in 0..<100 where try isLeft() { #expect(try isSilent(forSeconds: 0.05), sourceLocation: location) }
            let rest = try children
            #expect(rest == 0, sourceLocation: location)
            #expect(descriptors.count <= before.count, "\(descriptors) after \(before)", sourceLocation: location)
        }

        /// What the kernel says of the process's memory, by the name it has in
        /// https://man7.org/linux/man-pages/man5/proc_pid_status.5.html.
        func kilobytes(_ name: String, at location: SourceLocation = #_sourceLocation) throws -> Int {
            let lines = try Files.text(of: "/proc/\(id)/status").split(separator: "\n")
            let line = try #require(lines.first { $0.hasPrefix(name + ":") }, sourceLocation: location)
            let number = line.split { !$0.isNumber }.first
            return try #require(number.flatMap { Int($0) }, sourceLocation: location)
        }

        /// Expects that the process never held more than so many megabytes. Gives how many it held.
        ///
        /// Not under a sanitizer: it keeps records of its own for all memory, which are counted along.
        @discardableResult
        func expectPeakMemory(
            atMost megabytes: Int, at location: SourceLocation = #_sourceLocation
        ) throws -> Int {
            let peak = try kilobytes("VmHWM", at: location) / 1024
            #expect(peak <= megabytes || Sanitizer.isAtWork, sourceLocation: location)
            return peak
        }
    #endif
}

extension JSONValue {
    var errorCode: Int64? { self["error"]?["code"]?.integer }
    var errorData: JSONValue? { self["error"]?["data"] }
    var reason: String? { errorData?["reason"]?.string }
}

extension [JSONValue] {
    /// The ids of replies, as they are written.
    var ids: [String] { map { $0["id"]?.text ?? "" } }
}

/// What goes through a shell or an `env` on its way.
func request(_ id: Int, _ method: String, _ params: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
}
