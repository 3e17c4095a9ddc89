import JSON
import Testing
import TodoAPI

@testable import TodoServer

@Suite("The protocol folder is up to date")
struct ProtocolFolderTests {
    @Test("openrpc.json is the document that the server gives")
    func document() throws {
        Repository.expect("protocol/openrpc.json", toBe: try Conversation.document().indentedText)
    }

    @Test("reference.md is made from it")
    func reference() throws {
        Repository.expect("protocol/reference.md", toBe: ReferencePage.make(from: try Conversation.document()))
    }

    @Test("types.ts is made from it")
    func types() throws {
        Repository.expect("protocol/types.ts", toBe: TypeScriptTypes.make(from: try Conversation.document()))
    }

    @Test("The server answers as the transcripts say", arguments: Repository.names(in: "protocol/transcripts"))
    func transcript(name: String) throws {
        let path = "protocol/transcripts/" + name
        let transcript = Transcript(try #require(Repository.text(path)))
        Repository.expect(path, toBe: transcript.text(with: try Conversation.exchange(transcript.requests)))
    }
}

/// A session as a text for readers: what the client sends behind `-->`, what the server answers behind `<--`, and prose.
struct Transcript {
    private static let sent = "--> "
    private static let received = "<-- "
    private let lines: [Substring]

    init(_ text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false) }

    var requests: [String] { lines.filter { $0.hasPrefix(Self.sent) }.map { String($0.dropFirst(Self.sent.count)) } }

    /// The transcript with what the server answers to each request, behind it.
    func text(with answers: [[String]]) -> String {
        var answers = answers[...]
        return lines.filter { !$0.hasPrefix(Self.received) }.flatMap { line -> [String] in
            let answer = line.hasPrefix(Self.sent) ? answers.popFirst() ?? [] : []
            return [String(line)] + answer.map { Self.received + $0 }
        }.joined(separator: "\n")
    }

    /// Requests have ids, and what cannot be read is answered too.
    static func isAnswered(_ line: String) -> Bool {
        guard let message = try? JSONValue(parsing: Array(line.utf8)) else { return true }
        if let members = message.array {
            return members.isEmpty || members.contains { $0["id"] != nil || $0["method"] == nil }
        }
        return message["id"] != nil || message["method"] == nil
    }
}
