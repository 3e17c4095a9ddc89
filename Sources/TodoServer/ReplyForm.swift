internal import JSON
internal import TodoAPI

/// A call as its method sees it, and how its outcome is put into the reply.
struct Asked: Sendable {
    /// Where the params stand in the message.
    var params: Range<Int>?
    /// Members that count where the params have none of that name: JSON text without brackets.
    var defaults: [UInt8] = []
    var form = ReplyForm.own

    /// Gives the params to `body`; nil for none.
    func withParams<Result>(
        _ bytes: Span<UInt8>, _ body: (JSONView?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let view = givenParams(bytes)
        if defaults.isEmpty { return try body(view) }
        // What is no object is refused as it stands.
        if let view, view.kind != .object { return try body(view) }
        // Of equal names the last one counts, so what is given stands behind the defaults.
        var text = [UInt8(ascii: "{")] + defaults
        view?.forEachMember { name, value in
            text.append(contentsOf: ",\(name.token):\(value.token)".utf8)
        }
        text.append(UInt8(ascii: "}"))
        return try body(JSONView(text.span, at: 0..<text.count))
    }

    /// Of the arguments of a tool only null counts as none, and that was seen before.
    @_lifetime(copy bytes)
    private func givenParams(_ bytes: Span<UInt8>) -> JSONView? {
        guard case .tool = form else { return Session.params(bytes, params) }
        guard let params else { return nil }
        return JSONView(bytes, at: params)
    }
}

/// How the outcome of a call is put into its reply.
enum ReplyForm: Sendable {
    /// As the contract has it: the result, or an error.
    case own
    /// A result of the Model Context Protocol itself.
    case assistant(isStateless: Bool)
    /// The result of a tool. One that failed has a result too, so that the model sees why.
    case tool(isStateless: Bool)

    /// Writes the `result` or `error` member of a reply, as `run` gives its result; gives the failure when that failed.
    func write(
        to writer: inout JSONWriter, in language: Language, _ run: (inout JSONWriter) throws(Failure) -> Void
    ) -> Failure? {
        let start = writer.count
        do throws(Failure) {
            writer.raw(",\"result\":")
            switch self {
            case .own: try run(&writer)
            case .assistant(let isStateless):
                try run(&writer)
                if isStateless { extend(&writer) }
            case .tool(let isStateless):
                writer.raw("{\"structuredContent\":")
                let content = writer.count
                try run(&writer)
                let text = String(decoding: writer.bytes[content...], as: UTF8.self)
                writer.raw(",\"content\":")
                writer.content(text)
                writer.raw(UInt8(ascii: "}"))
                if isStateless { extend(&writer) }
            }
            return nil
        } catch {
            writer.truncate(to: start)
            write(error, to: &writer, in: language)
            return error
        }
    }

    private func write(_ failure: Failure, to writer: inout JSONWriter, in language: Language) {
        guard case .tool(let isStateless) = self else {
            writer.raw(",\"error\":")
            return failure.write(to: &writer, in: language)
        }
        var data = JSONWriter()
        failure.writeData(to: &data)
        writer.raw(",\"result\":{\"content\":")
        writer.content(failure.sentence.text(in: language) + " " + String(decoding: data.bytes, as: UTF8.self))
        writer.raw(",\"isError\":true}")
        if isStateless { extend(&writer) }
    }

    /// Whether a request that was cancelled is answered all the same.
    var answersCancelled: Bool { if case .own = self { true } else { false } }

    /// Adds what each result has in a revision without handshake.
    private func extend(_ writer: inout JSONWriter) {
        writer.truncate(to: writer.count - 1)
        if writer.bytes.last != UInt8(ascii: "{") { writer.raw(UInt8(ascii: ",")) }
        writer.raw("\"resultType\":\"complete\",\"_meta\":{\"io.modelcontextprotocol/serverInfo\":")
        writer.object(Initialize.ServerInfo(version: Version.text))
        writer.raw("}}")
    }
}

extension JSONWriter {
    /// The `content` of a tool's result: one text.
    fileprivate mutating func content(_ text: String) {
        raw("[{\"type\":\"text\",\"text\":")
        string(text)
        raw("}]")
    }
}
