package import JSON
package import PetService
package import TodoCore

/// Why a request is answered with an error. Nothing of it has happened then.
package enum Failure: Error, Sendable {
    /// The message is not JSON.
    case parseError(JSONSyntaxError)
    /// It is JSON, but no request, or none is taken any more; one phrase says why.
    case invalidRequest(String)
    /// There is no method of that name; the hint is the nearest that there is.
    case methodNotFound(String, hint: String?)
    /// The params are not as declared; the sentence is the method's own, where it has one.
    case invalidParams(ParamProblem, Sentence?)
    /// A mistake of the server's own; the text is for the log.
    case internalError(String)
    /// The client does not want it any more.
    case cancelled
    /// There is nothing of that id.
    case notFound(NotFoundID)
    /// The store is not in the state that was asked for; with the todo as it is, where one is concerned.
    case conflict(ConflictReason, current: Todo?)
    /// A cursor or a revision is too old, or of another store.
    case gone
    /// With the HTTP status and the seconds until another try is worth it, where known.
    case petUnavailable(PetFailureReason, status: Int?, retryAfter: Int?)
    /// The store cannot be read or written.
    case storeUnavailable(StoreFailure)
    /// The folder for pictures cannot be used. To a client it is `storeUnavailable` too, of that folder.
    case cacheUnavailable(StoreFailure)
    /// The request is of a revision of the Model Context Protocol that is not spoken.
    case unsupportedRevision(requested: String, supported: [String])

    /// What was asked for and is not there. Documents show only a number or a text.
    package enum NotFoundID: Sendable, Equatable {
        /// A todo.
        case number(Int64)
        /// A change, by the revision that it made.
        case revision(Int64)
        /// A section or a pet.
        case text(String)
    }
}

/// The errors of the contract: one row a code.
package enum ErrorKind: String, Sendable, CaseIterable {
    case parseError, invalidRequest, methodNotFound, invalidParams, internalError, cancelled
    case notFound, conflict, gone, petUnavailable, storeUnavailable
    /// Of the Model Context Protocol alone, and its code there.
    case unsupportedRevision

    /// Negative ones are those of JSON-RPC 2.0 (section 5.1) and of the Language Server Protocol; the others are
    /// positive, since both protocols give meanings to most of -32000…-32099.
    package var code: Int64 {
        switch self {
        case .parseError: -32700
        case .invalidRequest: -32600
        case .methodNotFound: -32601
        case .invalidParams: -32602
        case .internalError: -32603
        case .cancelled: -32800
        case .notFound: 404
        case .conflict: 409
        case .gone: 410
        case .petUnavailable: 502
        case .storeUnavailable: 503
        case .unsupportedRevision: -32022
        }
    }

    /// When a client meets it.
    package var summary: String {
        switch self {
        case .parseError: "The message is not JSON, or not UTF-8."
        case .invalidRequest: "The message is JSON, but no request, or none is taken any more."
        case .methodNotFound: "There is no such method."
        case .invalidParams: "A param is missing, unknown, or not as it must be; `path` says which."
        case .internalError: "The server made a mistake."
        case .cancelled: "The client cancelled the request."
        case .notFound: "There is nothing with that id."
        case .conflict: "The store is not in the state that the request asked for."
        case .gone: "The cursor or the revision is too old, or of another store: list anew."
        case .petUnavailable: "The picture service did not give a pet."
        case .storeUnavailable: "The store cannot be used just now, or not at all."
        case .unsupportedRevision: "The request is of a revision of the Model Context Protocol that is not spoken."
        }
    }
}

extension Failure {
    /// The row of the table that code and `data.kind` come from.
    package var kind: ErrorKind {
        switch self {
        case .parseError: .parseError
        case .invalidRequest: .invalidRequest
        case .methodNotFound: .methodNotFound
        case .invalidParams: .invalidParams
        case .internalError: .internalError
        case .cancelled: .cancelled
        case .notFound: .notFound
        case .conflict: .conflict
        case .gone: .gone
        case .petUnavailable: .petUnavailable
        case .storeUnavailable, .cacheUnavailable: .storeUnavailable
        case .unsupportedRevision: .unsupportedRevision
        }
    }

    /// Whether another process held the store: worth another try.
    package var isLocked: Bool {
        if case .storeUnavailable(let failure) = self { failure.reason == .locked } else { false }
    }

    /// What a store says, as the contract says it.
    package init(_ error: StoreError) {
        switch error {
        case .noSuchTodo(let id): self = .notFound(.number(id))
        case .noSuchSection(let id): self = .notFound(.text(id.shortened))
        case .conflict(let reason, let current): self = .conflict(reason, current: current)
        case .placeOutsideCategory: self = .invalidParams(ParamProblem(.conflicting, at: ["category"]), nil)
        case .foreignCursor: self = .invalidParams(ParamProblem(.format, at: ["cursor"]), nil)
        case .forgotten: self = .gone
        case .noSuchRevision(let revision): self = .notFound(.revision(revision))
        case .unavailable(let failure): self = .storeUnavailable(failure)
        }
    }

    /// What the picture services or the cache say, as the contract says it.
    package init(_ failure: PetFailure) {
        switch failure {
        case .unavailable(let reason, let status, let retryAfter):
            self = .petUnavailable(reason, status: status, retryAfter: retryAfter)
        case .notFound(let id): self = .notFound(.text(id.shortened))
        case .cancelled: self = .cancelled
        case .cacheUnusable(let path, let isFull):
            self = .cacheUnavailable(StoreFailure(isFull ? .full : .readOnly, path: path, detail: "the cache"))
        }
    }

    /// The `error` member of a reply.
    package func write(to writer: inout JSONWriter, in language: Language) {
        writer.raw("{\"code\":")
        writer.integer(kind.code)
        writer.raw(",\"message\":")
        writer.string(sentence.text(in: language))
        writer.raw(",\"data\":")
        writeData(to: &writer)
        writer.raw(UInt8(ascii: "}"))
    }
}
