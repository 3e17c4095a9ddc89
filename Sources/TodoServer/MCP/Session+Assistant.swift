internal import JSON
internal import JSONRPC
internal import TodoAPI

extension Handlers {
    /// What an assistant's host asks of the session itself.
    static let assistant = Handlers([
        .session(MCPInitialize.self) { params, session in session.beginAssistance(params) },
        .notification(MCPInitialized.self) { _, _ in },
        .notification(MCPCancelled.self) { params, session in session.cancel(params.key) },
        .session(MCPPing.self) { _, _ in },
        .session(MCPDiscover.self) { _, _ in MCPDiscover.Reply() },
        .session(MCPListTools.self) { _, _ in MCPListTools.Reply() },
    ])
}

/// A session with an assistant: what is asked of its tools goes the way of every other request.
extension Session {
    private static let callTool = Array(MCPCallTool.name.utf8)

    func beginAssistance(_ params: MCPInitialize.Params) -> MCPInitialize.Reply {
        isAssistance = true
        // A host knows no notification of the contract, whatever was begun before.
        feed?.watch.end()
        feed = nil
        return MCPInitialize.Reply(asked: params.protocolVersion)
    }

    /// Whether a request belongs to the Model Context Protocol outside of its session, after whose handshake all do: the
    /// names that it shares with the contract are told apart by their params, and its others are answered to whoever
    /// uses them.
    static func isForAssistant(_ name: JSONView, _ bytes: Span<UInt8>, _ call: Call, _ own: Handler?) -> Bool {
        guard let own else { return name.equals(callTool) || Handlers.assistant.find(name) != nil }
        // Only what concerns the session has a name that both protocols use.
        guard case .session = own.action, Handlers.assistant.find(name) != nil else { return false }
        guard let params = params(bytes, call.params) else { return false }
        return (try? MCPInitialize.params(from: params)) != nil
    }

    /// What is to be done with a call of the Model Context Protocol.
    func resolveForAssistant(_ name: JSONView, _ bytes: Span<UInt8>, _ call: Call) -> Resolution {
        do throws(Failure) {
            let (handler, asked) = try Self.askedByAssistant(name, bytes, call)
            return .call(handler.action, asked)
        } catch {
            return .refused(error)
        }
    }

    /// Who carries out a call of the Model Context Protocol, and how it is seen there.
    static func askedByAssistant(
        _ name: JSONView, _ bytes: Span<UInt8>, _ call: Call
    ) throws(Failure) -> (Handler, Asked) {
        let isStateless = try isStateless(params(bytes, call.params))
        if name.equals(callTool) {
            let asked = try MCPCallTool.params(from: params(bytes, call.params))
            let tool = try Toolbox.standard.find(asked.tool)
            let form = ReplyForm.tool(isStateless: isStateless)
            return (tool.handler, Asked(params: asked.arguments ?? nil, defaults: tool.defaults, form: form))
        }
        guard let handler = Handlers.assistant.find(name) else {
            throw Handlers.assistant.unknown(name.string ?? "")
        }
        return (handler, Asked(params: call.params, form: .assistant(isStateless: isStateless)))
    }

    /// Whether a request says for itself how it is to be understood; fails for a revision that is not spoken.
    private static func isStateless(_ params: JSONView?) throws(Failure) -> Bool {
        guard let params, params.kind == .object else { return false }
        let path = ["_meta", "io.modelcontextprotocol/protocolVersion"]
        var (revision, isGiven): (String?, Bool) = (nil, false)
        params.forEachMember { name, value in
            guard name.string == path[0], value.kind == .object else { return }
            value.forEachMember { name, value in
                if name.string == path[1] { (revision, isGiven) = (value.string, true) }
            }
        }
        if !isGiven { return false }
        guard let revision else { throw .invalidParams(ParamProblem(.type, at: path), nil) }
        if revision != MCP.statelessRevision {
            throw .unsupportedRevision(requested: revision.shortened, supported: [MCP.statelessRevision])
        }
        return true
    }
}
