package import JSON
package import JSONRPC

/// `initialize`
package enum Initialize: Method {
    package static let name = "initialize"
    package static let summary = """
        Introduces the client. Optional: a script may send one request, read one line and close. Members that are not \
        declared here pass, since clients of the Language Server Protocol send many.
        """
    package static let effect = Effect.controlsSession
    package static let reply = OutputSchema<Reply>.object()
    package static let examples = [
        Example(
            "An editor",
            params:
                #"{"processId":null,"clientInfo":{"name":"editor","version":"1.0"},"locale":"en","capabilities":{}}"#)
    ]
    package static let undeclared = Undeclared.anything

    /// What is read of all that a client may send.
    package struct Params: Parameters {
        /// A process id from 1; nil when it is left out, `.some(nil)` for null. Both mean that no process is watched.
        package var processID: Int64??
        package var client: ClientInfo??
        /// As in "ko-KR"; nil when it is left out, `.some(nil)` for null. One that names no known language changes
        /// nothing.
        package var locale: String??
        package var capabilities: Void??

        package static let objectName = "InitializeParams"

        package static let parameters: ParameterList<Params> = [
            .optional(
                "processId", \.processID, .nullable(.integer(1...Int64(Int32.max))),
                "The client's process: when it is gone, the server ends."),
            .optional(
                "clientInfo", \.client, .nullable(.object(ignoring: .anything)),
                "Who the client is. Nothing follows from it."),
            .optional("locale", \.locale, .nullable(.string()), "The language of messages and titles: en or ko."),
            .optional(
                "capabilities", \.capabilities, .nullable(.anyObject("ClientCapabilities")),
                "What the client can do. Nothing follows from it."),
        ]

        /// As if the request named none of them.
        package init() {}
    }

    /// Who the client is, as it says.
    package struct ClientInfo: Parameters {
        package var name = ""
        package var version: String?

        package static let objectName = "ClientInfo"

        package static let parameters: ParameterList<ClientInfo> = [
            .required("name", \.name, .string(), "What the client is called."),
            .optional("version", \.version, .string(), "Its version."),
        ]

        /// Without a name, which whatever is read has.
        package init() {}
    }

    /// Who answers, and what there is.
    package struct Reply: Members {
        /// Unlike that of any other session.
        package let session: String
        package let serverInfo: ServerInfo
        package let capabilities: Capabilities

        package static let objectName = "InitializeResult"

        package static let members: [Member<Reply>] = [
            .always("serverInfo", .object(), "Who answers.") { $0.serverInfo },
            .always("protocolVersion", .integer(from: 1), "The version of this protocol.") { _ in 1 },
            .always("session", .string, "Names this session, unlike any other.") { $0.session },
            .always("capabilities", .object(), "What there is beyond the methods.") { $0.capabilities },
        ]

        /// - Parameter session: unlike that of any other session; changes that it made are its own.
        package init(session: String, serverInfo: ServerInfo, capabilities: Capabilities) {
            self.session = session
            self.serverInfo = serverInfo
            self.capabilities = capabilities
        }
    }

    /// The name and the version of the executable.
    package struct ServerInfo: Members {
        package let version: String

        package static let objectName = "ServerInfo"

        package static let members: [Member<ServerInfo>] = [
            .always("name", .string, "Always todo-server.") { _ in "todo-server" },
            .always("version", .string, "The version of the server.") { $0.version },
        ]

        /// - Parameter version: as `--version` prints it.
        package init(version: String) { self.version = version }
    }

    /// What a client may count on beyond the methods.
    package struct Capabilities: Members {
        package let locales: [String]
        /// In bytes.
        package let messageLimit: Int

        package static let objectName = "Capabilities"

        package static let members: [Member<Capabilities>] = [
            .always("locales", .array(of: .string), "The languages of messages and titles.") { $0.locales },
            .always("maxMessageBytes", .count(from: 1), "The longest message that is read.") { $0.messageLimit },
        ]

        /// - Parameters:
        ///   - locales: as `locale` may name them.
        ///   - messageLimit: the longest message that is read, in bytes.
        package init(locales: [String], messageLimit: Int) {
            self.locales = locales
            self.messageLimit = messageLimit
        }
    }
}

/// `initialized`
package enum Initialized: Method {
    package static let name = "initialized"
    package static let summary = "The client is ready. Nothing follows from it."
    package static let effect = Effect.notification
    package static let examples = [Example("After initialize")]
    package static let reply = OutputSchema.null
    package static let undeclared = Undeclared.anything
    /// None are declared, and none are refused.
    package typealias Params = NoParams
}

/// `shutdown`
package enum Shutdown: Method {
    package static let name = "shutdown"
    package static let summary = """
        Says that `exit` is next. Every further request is answered with \(ErrorKind.invalidRequest.code).
        """
    package static let effect = Effect.controlsSession
    package static let examples = [Example("Before exit")]
    package static let reply = OutputSchema.null
    package static let undeclared = Undeclared.anything
    /// None are declared, and none are refused.
    package typealias Params = NoParams
}

/// `exit`
package enum Exit: Method {
    package static let name = "exit"
    package static let summary = "Ends the server, with status 0 after `shutdown` and 1 otherwise."
    package static let effect = Effect.notification
    package static let examples = [Example("The end")]
    package static let reply = OutputSchema.null
    package static let undeclared = Undeclared.anything
    /// None are declared, and none are refused.
    package typealias Params = NoParams
}

/// `$/cancelRequest`
package enum CancelRequest: Method {
    package static let name = "$/cancelRequest"
    package static let summary = """
        The client no longer waits for the request of that id: if it is still under way, it is answered with \
        \(ErrorKind.cancelled.code). A change that was committed is never reported as cancelled.
        """
    package static let effect = Effect.notification
    package static let examples = [Example("A request that takes too long", params: #"{"id":7}"#)]
    package static let reply = OutputSchema.null
    package static let undeclared = Undeclared.anything

    /// The request that is not waited for any more.
    package struct Params: Parameters {
        /// The key of the id, as requests under way are kept by.
        package var key: RequestKey?

        package static let objectName = "CancelParams"

        package static let parameters: ParameterList<Params> = [
            .optional("id", \.key, .requestKey, "The id of the request.")
        ]

        /// As if the request named none of them.
        package init() {}
    }
}
