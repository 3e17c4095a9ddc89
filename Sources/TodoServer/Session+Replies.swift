internal import JSON
internal import JSONRPC
internal import PetService
internal import TodoAPI
internal import TodoCore

/// How replies are written and framed.
extension Session {
    /// What is to be done with a call.
    enum Resolution {
        /// Nothing, and nothing is said: a notification that cannot be carried out, or a stray response.
        case ignored
        case refused(Failure)
        case call(Handler.Action, Asked)
    }

    func resolve(_ bytes: Span<UInt8>, _ call: Call) -> Resolution {
        if call.isStrayResponse { return .ignored }
        if let fault = call.fault { return .refused(.invalidRequest(fault.rawValue)) }
        guard let method = call.method else { return .ignored }
        let name = JSONView(bytes, at: method)
        let own = isAssistance ? nil : handlers.find(name)
        let resolution: Resolution =
            if isAssistance || Self.isForAssistant(name, bytes, call, own) {
                resolveForAssistant(name, bytes, call)
            } else if let own {
                .call(own.action, Asked(params: call.params))
            } else {
                .refused(handlers.unknown(name.string ?? ""))
            }
        if connection.isShutDown && call.isRequest { return .refused(.invalidRequest("the session is shut down")) }
        if !ahead.cancelled.isEmpty, let key = key(bytes, call), ahead.cancelled.contains(key) {
            return isAssistance ? .ignored : .refused(.cancelled)
        }
        guard case .call(.notification, _) = resolution else { return connection.isShutDown ? .ignored : resolution }
        return call.isRequest ? .refused(.notificationWithID(name.string ?? "")) : resolution
    }

    /// The params that stand at a place. null, [] and [null] count as none; what else is no object is refused where it
    /// is read.
    @_lifetime(copy bytes)
    static func params(_ bytes: Span<UInt8>, _ place: Range<Int>?) -> JSONView? {
        guard let place else { return nil }
        let view = JSONView(bytes, at: place)
        return view.isNothing ? nil : view
    }

    /// Writes the reply to a call, if it gets one, as `run` gives its result; gives the failure when that failed.
    @discardableResult
    func respond(
        _ bytes: Span<UInt8>, _ call: Call, _ asked: Asked,
        _ run: (JSONView?, inout JSONWriter) throws(Failure) -> Void
    ) -> Failure? {
        let start = output.writer.count
        // Taken out while it is written to: the session's own properties are read meanwhile.
        var writer = JSONWriter()
        swap(&writer, &output.writer)
        defer { swap(&writer, &output.writer) }
        return Self.write(bytes, call, asked, language, &writer, from: start, run)
    }

    func respond(
        _ bytes: Span<UInt8>, _ call: Call, _ result: Result<Never, Failure>, to asked: Asked = Asked()
    ) {
        respond(bytes, call, asked) { (_, _) throws(Failure) in _ = try result.get() }
    }

    /// The same, as a text of its own; empty for a notification.
    func text(
        _ bytes: Span<UInt8>, _ call: Call, _ asked: Asked,
        _ run: (JSONView?, inout JSONWriter) throws(Failure) -> Void
    ) -> [UInt8] {
        var writer = JSONWriter()
        _ = Self.write(bytes, call, asked, language, &writer, from: 0, run)
        return writer.bytes
    }

    func text(
        _ bytes: Span<UInt8>, _ call: Call, _ result: Result<Never, Failure>, to asked: Asked = Asked()
    ) -> [UInt8] {
        text(bytes, call, asked) { (_, _) throws(Failure) in _ = try result.get() }
    }

    /// A reply to what has no id that could be read.
    func reply(_ id: Never?, _ failure: Failure) {
        let start = output.begin(splitter.framing)
        output.writer.raw("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":")
        failure.write(to: &output.writer, in: language)
        output.writer.raw(UInt8(ascii: "}"))
        output.end(start, splitter.framing)
    }

    /// Sends a text as one message; nothing for an empty one.
    func send(_ text: [UInt8]) {
        if text.isEmpty { return }
        let start = output.begin(splitter.framing)
        output.writer.raw(text)
        output.end(start, splitter.framing)
    }

    /// The id of a call that is answered later, as it was written; nil for a notification.
    func idText(_ bytes: Span<UInt8>, _ call: Call) -> [UInt8]? {
        switch call.id {
        case .absent: nil
        case .null: Array("null".utf8)
        case .value(let place): Array(JSONView(bytes, at: place).token.utf8)
        }
    }

    /// The key under which a request is kept while it is under way.
    func key(_ bytes: Span<UInt8>, _ call: Call) -> RequestKey? {
        guard case .value(let place) = call.id else { return nil }
        return try? InputSchema.requestKey.decode(JSONView(bytes, at: place))
    }

    /// The reply to a request that took longer.
    static func text(
        _ id: [UInt8]?, _ form: ReplyForm, _ result: Result<[UInt8], PetFailure>, _ language: Language
    ) -> [UInt8] {
        guard let id else { return [] }
        if case .failure(.cancelled) = result, !form.answersCancelled { return [] }
        var writer = JSONWriter()
        writer.raw("{\"jsonrpc\":\"2.0\",\"id\":")
        writer.raw(id)
        _ = form.write(to: &writer, in: language) { (writer) throws(Failure) in
            switch result {
            case .success(let text): writer.raw(text)
            case .failure(let failure): throw Failure(failure)
            }
        }
        writer.raw(UInt8(ascii: "}"))
        return writer.bytes
    }

    private static func write(
        _ bytes: Span<UInt8>, _ call: Call, _ asked: Asked, _ language: Language, _ writer: inout JSONWriter,
        from start: Int, _ run: (JSONView?, inout JSONWriter) throws(Failure) -> Void
    ) -> Failure? {
        writer.raw("{\"jsonrpc\":\"2.0\",\"id\":")
        if case .value(let place) = call.id { writer.raw(bytes.extracting(place)) } else { writer.null() }
        let failure = asked.form.write(to: &writer, in: language) { (writer) throws(Failure) in
            try asked.withParams(bytes) { (view) throws(Failure) in try run(view, &writer) }
        }
        writer.raw(UInt8(ascii: "}"))
        if !call.isRequest { writer.truncate(to: start) }
        return failure
    }
}

extension JSONView {
    /// What counts as no params: null, [] and [null].
    fileprivate var isNothing: Bool {
        switch kind {
        case .null: return true
        case .array:
            var (count, isNull) = (0, true)
            forEachElement { element in
                count += 1
                isNull = isNull && element.kind == .null
            }
            return count == 0 || count == 1 && isNull
        default: return false
        }
    }
}

extension OutputStream {
    /// Starts a message; gives the mark with which it ends.
    func begin(_ framing: Framing?) -> Int { writer.count }

    /// Frames what was written since, if anything was.
    mutating func end(_ start: Int, _ framing: Framing?) {
        let length = writer.count - start
        if length == 0 { return }
        switch framing {
        case .headers: writer.insert("Content-Length: \(length)\r\n\r\n".utf8, at: start)
        case .lines, nil: writer.raw(UInt8(ascii: "\n"))
        }
    }
}
