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
        return MCPInitialize.Reply(asked: params.protocolVersion)
    }

    /// Whether a request belongs to the Model Context Protocol: all do after its handshake. Before, the names that it
    /// shares with the contract are told apart by their params, and its others are answered to whoever uses them.
    func isForAssistant(_ name: JSONView, _ bytes: Span<UInt8>, _ call: Call, _ own: Handler?) -> Bool {
        if isAssistance { return true }
        guard let own else { return name.equals(Self.callTool) || Handlers.assistant.find(name) != nil }
        // Only what concerns the session has a name that both protocols use.
        guard case .session = own.action, Handlers.assistant.find(name) != nil else { return false }
        guard let params = Self.params(bytes, call.params) else { return false }
        return (try? MCPInitialize.params(from: params)) != nil
    }

    /// What is to be done with a call of the Model Context Protocol.
    func resolveForAssistant(_ name: JSONView, _ bytes: Span<UInt8>, _ call: Call) -> Resolution {
        do throws(Failure) {
            let isStateless = try Self.isStateless(Self.params(bytes, call.params))
            if name.equals(Self.callTool) {
                let asked = try MCPCallTool.params(from: Self.params(bytes, call.params))
                let tool = try Toolbox.standard.find(asked.tool)
                return .call(
                    tool.handler.action,
                    Asked(params: asked.arguments, defaults: tool.defaults, form: .tool(isStateless: isStateless)))
            }
            guard let handler = Handlers.assistant.find(name) else {
                throw Handlers.assistant.unknown(name.string ?? "")
            }
            return .call(handler.action, Asked(params: call.params, form: .assistant(isStateless: isStateless)))
        } catch {
            return .refused(error)
        }
    }

    /// Whether a request says for itself how it is to be understood; fails for a revision that is not spoken.
    private static func isStateless(_ params: JSONView?) throws(Failure) -> Bool {
        guard let params, params.kind == .object else { return false }
        var revision: String?
        params.forEachMember { name, value in
            guard name.string == "_meta", value.kind == .object else { return }
            value.forEachMember { name, value in
                if name.string == "io.modelcontextprotocol/protocolVersion" { revision = value.string ?? "" }
            }
        }
        guard let revision else { return false }
        if revision != MCP.statelessRevision {
            throw .unsupportedRevision(requested: revision, supported: [MCP.statelessRevision])
        }
        return true
    }
}
