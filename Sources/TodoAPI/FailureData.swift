package import JSON
internal import PetService
internal import TodoCore

/// What the `data` of an error holds: one declaration for each kind, from which it is written and documented.
extension Failure {
    /// The `data` member of the error.
    package func writeData(to writer: inout JSONWriter) {
        switch self {
        case .parseError(let error): writer.object(ParseErrorData(error: error))
        case .invalidRequest(let reason): writer.object(InvalidRequestData(reason: reason))
        case .methodNotFound(let method, let hint): writer.object(MethodNotFoundData(method: method, hint: hint))
        case .invalidParams(let problem, _): writer.object(InvalidParamsData(problem: problem))
        case .internalError: writer.object(InternalErrorData())
        case .cancelled: writer.object(CancelledData())
        case .notFound(let id): writer.object(NotFoundData(id: id))
        case .conflict(let reason, let current): writer.object(ConflictData(reason: reason, current: current))
        case .gone: writer.object(GoneData())
        case .petUnavailable(let reason, let status, let retryAfter):
            writer.object(PetUnavailableData(reason: reason, status: status, retryAfter: retryAfter))
        case .storeUnavailable(let failure), .cacheUnavailable(let failure):
            writer.object(StoreUnavailableData(failure: failure))
        case .unsupportedRevision(let requested, let supported):
            writer.object(UnsupportedRevisionData(requested: requested, supported: supported))
        }
    }
}

extension ErrorKind {
    /// The shape of `data`.
    package var data: ObjectShape {
        switch self {
        case .parseError: ParseErrorData.shape
        case .invalidRequest: InvalidRequestData.shape
        case .methodNotFound: MethodNotFoundData.shape
        case .invalidParams: InvalidParamsData.shape
        case .internalError: InternalErrorData.shape
        case .cancelled: CancelledData.shape
        case .notFound: NotFoundData.shape
        case .conflict: ConflictData.shape
        case .gone: GoneData.shape
        case .petUnavailable: PetUnavailableData.shape
        case .storeUnavailable: StoreUnavailableData.shape
        case .unsupportedRevision: UnsupportedRevisionData.shape
        }
    }
}

extension Member {
    /// The member that every `data` has first.
    fileprivate static func kind(_ kind: ErrorKind) -> Member {
        let schema = OutputSchema<Void>(.choice([kind.rawValue])) { $1.string(kind.rawValue) }
        return .always("kind", schema, "Names the error.") { _ in }
    }
}

private struct ParseErrorData: Members {
    let error: JSONSyntaxError

    static let objectName = "ParseErrorData"
    static let members: [Member<ParseErrorData>] = [
        .kind(.parseError),
        .always("offset", .count(), "The byte of the message at which it cannot be read.") { $0.error.offset },
        .always("reason", .string, "What is wrong there.") { $0.error.reason },
    ]
}

private struct InvalidRequestData: Members {
    let reason: String

    static let objectName = "InvalidRequestData"
    static let members: [Member<InvalidRequestData>] = [
        .kind(.invalidRequest), .always("reason", .string, "Why it is no request.") { $0.reason },
    ]
}

private struct MethodNotFoundData: Members {
    let method: String
    let hint: String?

    static let objectName = "MethodNotFoundData"
    static let members: [Member<MethodNotFoundData>] = [
        .kind(.methodNotFound),
        .always("method", .string, "The name that is not known.") { $0.method },
        .sometimes("hint", .string, "The nearest name that is.") { $0.hint },
    ]
}

private struct InvalidParamsData: Members {
    let problem: ParamProblem

    static let objectName = "InvalidParamsData"
    static let members: [Member<InvalidParamsData>] = [
        .kind(.invalidParams),
        .always("path", .string, "Which of the params, as a JSON pointer; \"\" for them as a whole.") {
            $0.problem.pointer
        },
        .always("reason", .choice, "What is wrong with it.") { $0.problem.reason },
        .sometimes("hint", .string, "The nearest name or word that is known, for an unknown one.") { $0.problem.hint },
    ]
}

private struct InternalErrorData: Members {
    static let objectName = "InternalErrorData"
    static let members: [Member<InternalErrorData>] = [.kind(.internalError)]
}

private struct CancelledData: Members {
    static let objectName = "CancelledData"
    static let members: [Member<CancelledData>] = [.kind(.cancelled)]
}

private struct NotFoundData: Members {
    let id: Failure.NotFoundID

    static let objectName = "NotFoundData"
    static let members: [Member<NotFoundData>] = [
        .kind(.notFound), .always("id", .notFoundID, "The id that nothing has.") { $0.id },
    ]
}

extension OutputSchema where Value == Failure.NotFoundID {
    /// Todos are found by number, sections and pets by text.
    fileprivate static let notFoundID = OutputSchema(.identifier) { id, writer in
        switch id {
        case .number(let number), .revision(let number): writer.integer(number)
        case .text(let text): writer.string(text)
        }
    }
}

private struct ConflictData: Members {
    let reason: ConflictReason
    let current: Todo?

    static let objectName = "ConflictData"
    static let members: [Member<ConflictData>] = [
        .kind(.conflict),
        .always("reason", .choice, "What stands against it.") { $0.reason },
        .sometimes("current", .todo, "The todo as it is, where one is concerned.") { $0.current },
    ]
}

private struct GoneData: Members {
    static let objectName = "GoneData"
    static let members: [Member<GoneData>] = [.kind(.gone)]
}

private struct PetUnavailableData: Members {
    let reason: PetFailureReason
    let status: Int?
    let retryAfter: Int?

    static let objectName = "PetUnavailableData"
    static let members: [Member<PetUnavailableData>] = [
        .kind(.petUnavailable),
        .always("reason", .choice, "Why.") { $0.reason },
        .sometimes("status", .count(), "The status that the service answered with, where it did.") { $0.status },
        .sometimes("retryAfter", .count(), "After so many seconds it is worth another try, where known.") {
            $0.retryAfter
        },
    ]
}

private struct StoreUnavailableData: Members {
    let failure: StoreFailure

    static let objectName = "StoreUnavailableData"
    static let members: [Member<StoreUnavailableData>] = [
        .kind(.storeUnavailable),
        .always("reason", .choice, "Why.") { $0.failure.reason },
        .always("path", .string, "The file or folder that is concerned.") { $0.failure.path },
    ]
}

private struct UnsupportedRevisionData: Members {
    let requested: String
    let supported: [String]

    static let objectName = "UnsupportedRevisionData"
    static let members: [Member<UnsupportedRevisionData>] = [
        .kind(.unsupportedRevision),
        .always("requested", .string, "The revision of the request.") { $0.requested },
        .always("supported", .array(of: .string), "Those that are spoken.") { $0.supported },
    ]
}
