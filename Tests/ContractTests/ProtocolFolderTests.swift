import JSON
import Testing
import TodoAPI

@testable import TodoServer

@Suite("The protocol folder is up to date")
struct ProtocolFolderTests {
    @Test("openrpc.json is the document that the server gives")
    func document() throws {
        Files.expect("protocol/openrpc.json", toBe: try Conversation.document().indentedText)
    }

    @Test("reference.md is made from it")
    func reference() throws {
        Files.expect("protocol/reference.md", toBe: ReferencePage.make(from: try Conversation.document()))
    }

    @Test("types.ts is made from it")
    func types() throws {
        Files.expect("protocol/types.ts", toBe: TypeScriptTypes.make(from: try Conversation.document()))
    }

    @Test("The server answers as the transcripts say", arguments: Files.names(in: "protocol/transcripts"))
    func transcript(name: String) throws {
        let path = "protocol/transcripts/" + name
        let transcript = Transcript(try #require(Files.text(path)))
        Files.expect(path, toBe: transcript.text(with: try Conversation.lines(transcript.requests)))
    }
}

/// A session as a text for readers: what the client sends behind `-->`, what the server answers behind `<--`, and prose.
struct Transcript {
    private static let sent = "--> "
    private static let received = "<-- "
    private let lines: [Substring]

    init(_ text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false) }

    var requests: [String] { lines.filter { $0.hasPrefix(Self.sent) }.map { String($0.dropFirst(Self.sent.count)) } }

    /// The transcript with these replies, each behind the request that it answers.
    func text(with replies: [String]) -> String {
        var replies = replies[...]
        var result: [String] = []
        for line in lines where !line.hasPrefix(Self.received) {
            result.append(String(line))
            if line.hasPrefix(Self.sent), isAnswered(line.dropFirst(Self.sent.count)), let reply = replies.popFirst() {
                result.append(Self.received + reply)
            }
        }
        return result.joined(separator: "\n")
    }

    /// Requests have ids, and what cannot be read is answered too.
    private func isAnswered(_ line: Substring) -> Bool {
        guard let message = try? JSONValue(parsing: Array(line.utf8)) else { return true }
        if let members = message.array {
            return members.isEmpty || members.contains { $0["id"] != nil || $0["method"] == nil }
        }
        return message["id"] != nil || message["method"] == nil
    }
}
