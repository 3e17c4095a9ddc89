internal import JSON
internal import JSONRPC
internal import TodoAPI

/// What the server answers of the Model Context Protocol (https://modelcontextprotocol.io/specification): declared as
/// the methods of the contract are, though they are no part of its documents.
enum MCP {
    /// The revisions that begin with a handshake, the newest last.
    static let revisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
    /// The revision without one: every request says for itself how it is to be understood.
    static let statelessRevision = "2026-07-28"

    static let capabilities = OutputSchema<Void>(.anyObject("ServerCapabilities")) { $1.raw(#"{"tools":{}}"#) }

    /// For the model: what this is for, and what no description of a single tool can say.
    static let instructions = """
        The user's todo list. Todos are in sections, one a category. To see what there is, start with \
        \(Tool.name(of: SectionsList.name)) (grouped "schedule": what is for today) or \(Tool.name(of: TodoList.name)); \
        both give short todos and say with nextCursor when there are more; \(Tool.name(of: TodoGet.name)) and the param \
        fields give the rest. Refer to todos by the id that these give, never by a guess. Dates are days, YYYY-MM-DD. A \
        change is durable when the call returns. Tell the user what you changed.
        """
}

/// `initialize`, from an assistant's host
enum MCPInitialize: Method {
    static let name = Initialize.name
    static let summary = "Begins a session of the Model Context Protocol."
    static let effect = Effect.controlsSession
    static let reply = OutputSchema<Reply>.object()
    static let undeclared = Undeclared.anything

    struct Params: Parameters {
        var protocolVersion = ""

        static let objectName = "McpInitializeParams"
        static let parameters: ParameterList<Params> = [
            .required("protocolVersion", \.protocolVersion, .string(), "The revision that the client would like.")
        ]
    }

    struct Reply: Members {
        let protocolVersion: String

        static let objectName = "McpInitializeResult"
        static let members: [Member<Reply>] = [
            .always("protocolVersion", .string, "The revision that is spoken.") { $0.protocolVersion },
            .always("capabilities", MCP.capabilities, "What the server can do.") { _ in },
            .always("serverInfo", .object(), "Who answers.") { _ in Initialize.ServerInfo(version: Version.text) },
            .always("instructions", .string, "For the model.") { _ in MCP.instructions },
        ]

        /// A known revision is spoken; for another one, the newest that is known.
        init(asked: String) { protocolVersion = MCP.revisions.first { $0 == asked } ?? MCP.revisions.last ?? asked }
    }
}

/// `notifications/initialized`
enum MCPInitialized: Method {
    static let name = "notifications/initialized"
    static let summary = "The host is ready."
    static let effect = Effect.notification
    static let reply = OutputSchema.null
    static let undeclared = Undeclared.anything
    typealias Params = NoParams
}

/// `notifications/cancelled`
enum MCPCancelled: Method {
    static let name = "notifications/cancelled"
    static let summary = "The host no longer waits for a request."
    static let effect = Effect.notification
    static let reply = OutputSchema.null
    static let undeclared = Undeclared.anything

    struct Params: Parameters {
        var key: RequestKey?

        static let objectName = "McpCancelledParams"
        static let parameters: ParameterList<Params> = [
            .optional("requestId", \.key, .requestKey, "The id of the request.")
        ]
    }
}

/// `ping`
enum MCPPing: Method {
    static let name = "ping"
    static let summary = "Asks whether the server is there."
    static let effect = Effect.controlsSession
    static let reply = OutputSchema<Void>(.anyObject("EmptyResult")) { $1.raw("{}") }
    static let undeclared = Undeclared.anything
    typealias Params = NoParams
}

/// `server/discover`
enum MCPDiscover: Method {
    static let name = "server/discover"
    static let summary = "Says what the server can do, where there is no handshake."
    static let effect = Effect.controlsSession
    static let reply = OutputSchema<Reply>.object()
    static let undeclared = Undeclared.anything
    typealias Params = NoParams

    struct Reply: Members {
        static let objectName = "McpDiscoverResult"
        static let members: [Member<Reply>] = [
            .always("supportedVersions", .array(of: .string), "Revisions that need no handshake.") { _ in
                [MCP.statelessRevision]
            },
            .always("capabilities", MCP.capabilities, "What the server can do.") { _ in },
            .always("instructions", .string, "For the model.") { _ in MCP.instructions },
            .ttl, .cacheScope,
        ]
    }
}

/// `tools/list`
enum MCPListTools: Method {
    static let name = "tools/list"
    static let summary = "Lists the tools, all on one page."
    static let effect = Effect.controlsSession
    static let reply = OutputSchema<Reply>.object()
    static let undeclared = Undeclared.anything

    struct Params: Parameters {
        var cursor: Never??

        static let objectName = "McpListToolsParams"
        static let parameters: ParameterList<Params> = [
            .optional("cursor", \.cursor, .nullable(.noCursor), "There is one page, so no cursor was ever given.")
        ]
    }

    struct Reply: Members {
        static let objectName = "McpTools"
        static let members: [Member<Reply>] = [
            .always("tools", Toolbox.list, "The tools.") { _ in Toolbox.standard }, .ttl, .cacheScope,
        ]
    }
}

/// `tools/call`
///
/// It has no handler: the call is carried out by the handler of the method that the tool stands for.
enum MCPCallTool: Method {
    static let name = "tools/call"
    static let summary = "Calls a tool."
    static let effect = Effect.controlsSession
    static let reply = OutputSchema<Void>(.anyObject("CallToolResult")) { $1.raw("{}") }
    static let undeclared = Undeclared.anything

    struct Params: Parameters {
        var tool = ""
        /// Where they stand in the message; nil for none. What is no object is for the tool to refuse, so that the model
        /// reads why.
        var arguments: Range<Int>??

        static let objectName = "McpCallParams"
        static let parameters: ParameterList<Params> = [
            .required("name", \.tool, .string(), "The tool."),
            .optional("arguments", \.arguments, .nullable(.place), "Its arguments: an object."),
        ]
    }
}

extension InputSchema where Value == Range<Int> {
    fileprivate static let place = InputSchema(.anyObject("Arguments")) { $0.place }
}

extension InputSchema where Value == Never {
    fileprivate static let noCursor = InputSchema(.string(StringShape())) { view throws(ParamProblem) in
        throw ParamProblem(view.kind == .string ? .format : .type)
    }
}

extension Member {
    /// How long a client may keep the reply, in milliseconds: until it starts the server again, it is the same.
    fileprivate static var ttl: Member {
        .always("ttlMs", .integer(from: 0), "How long it is good.") { _ in 3_600_000 }
    }

    /// It says nothing about the user.
    fileprivate static var cacheScope: Member {
        .always("cacheScope", .string, "For whom it is good.") { _ in "public" }
    }
}
