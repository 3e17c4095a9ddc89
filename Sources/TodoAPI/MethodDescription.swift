package import JSON

/// What the declaration of a method says, as data: documents, tools and tests are made from these alone.
package struct MethodDescription: Sendable {
    package let name: String
    package let title: String
    package let summary: String
    package let effect: Effect
    package let params: ObjectShape
    /// Whether members of params that are not declared pass.
    package let undeclared: Undeclared
    /// null for what is never answered.
    package let reply: Shape
    package let failures: [ErrorKind]
    package let examples: [Example]
    package let toolDefaults: [ToolDefault]
    /// Reads params as the method itself does, and forgets them.
    package let check: @Sendable (JSONView?) throws(Failure) -> Void

    /// What a method declares.
    package init<M: Method>(_ method: M.Type) {
        name = M.name
        title = M.title
        summary = M.summary
        effect = M.effect
        params = M.Params.shape
        undeclared = M.undeclared
        reply = M.reply.shape
        failures = Self.failures(of: M.self)
        examples = M.examples
        toolDefaults = M.toolDefaults
        check = { view throws(Failure) in _ = try M.params(from: view) }
    }

    /// What a notification of the server declares. Nothing is read, so that every value passes `check`.
    package init<A: Announcement>(announcement: A.Type) {
        name = A.name
        title = A.name
        summary = A.summary
        effect = .announcement
        params = A.Params.shape
        undeclared = .anything
        reply = .null
        failures = []
        examples = A.examples
        toolDefaults = []
        check = { _ in }
    }

    /// Those that are declared, and those that follow from the params: a key may have been used for another request.
    private static func failures<M: Method>(of method: M.Type) -> [ErrorKind] {
        let implied: [ErrorKind] = M.Params.self is any KeyedParameters.Type ? [.conflict] : []
        return ErrorKind.allCases.filter { (M.failures + implied).contains($0) }
    }
}

/// What counts for an assistant where it leaves a param out. Its replies are read by a model, and every word costs.
package struct ToolDefault: Sendable {
    /// Of the param.
    package let name: String
    /// JSON text.
    package let value: String

    /// - Parameters:
    ///   - name: of a param that the method declares.
    ///   - value: JSON text.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension Effect {
    /// Whether it is done for the user, not for the connection: then assistants can do it too.
    package var isTool: Bool {
        switch self {
        case .readsStore, .changesStore, .usesNetwork: true
        case .controlsSession, .notification, .announcement: false
        }
    }

    /// Whether there is a reply.
    package var isAnswered: Bool {
        switch self {
        case .notification, .announcement: false
        case .readsStore, .changesStore, .usesNetwork, .controlsSession: true
        }
    }
}

extension ErrorKind {
    /// What may become of any request at all.
    package static let ofEveryRequest: [ErrorKind] = [
        .parseError, .invalidRequest, .methodNotFound, .invalidParams, .internalError, .cancelled,
    ]
}
