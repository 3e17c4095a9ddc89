package import JSON

/// One method or notification of the contract: its name, what it takes, what it gives and what it means, in one place.
///
/// Checking of params follows from `Params`; documents follow from all of it. What the method does is registered with
/// the server, and sees params and results, never ids or bytes.
package protocol Method: SendableMetatype {
    /// What it takes.
    associatedtype Params: Parameters
    /// What it gives, as a value; `reply` writes it.
    associatedtype Reply: Sendable

    /// As it is on the wire.
    static var name: String { get }
    /// What a person reads who is asked whether an assistant may do this.
    static var title: String { get }
    /// One paragraph for whoever writes a client.
    static var summary: String { get }
    /// Decides when it is carried out, and which hints assistants get.
    static var effect: Effect { get }
    /// How the result is written; `null` for what is never answered.
    static var reply: OutputSchema<Reply> { get }
    /// The errors of its own; those of every request (unreadable, not a request, wrong params) are not repeated, nor
    /// those that follow from its params.
    static var failures: [ErrorKind] { get }
    /// Requests that work when they are sent to a store in the order in which they are listed.
    static var examples: [Example] { get }
    /// What counts for an assistant where it leaves a param out, so that replies are small unless it wants more.
    static var toolDefaults: [ToolDefault] { get }
    /// Whether members of params that are not declared pass.
    static var undeclared: Undeclared { get }
    /// What is said to a person about wrong params, where the method has words of its own.
    static func sentence(for problem: ParamProblem) -> Sentence?
}

extension Method {
    /// For what no assistant is offered.
    package static var title: String { name }
    /// No errors of its own.
    package static var failures: [ErrorKind] { [] }
    /// No examples.
    package static var examples: [Example] { [] }
    /// Assistants get what everybody gets.
    package static var toolDefaults: [ToolDefault] { [] }
    /// A wrong name must not pass in silence.
    package static var undeclared: Undeclared { .metadata }
    /// No words of its own: the general ones are said.
    package static func sentence(for problem: ParamProblem) -> Sentence? { nil }

    /// Reads and checks the params of one request; nil for none.
    package static func params(from view: JSONView?) throws(Failure) -> Params {
        do throws(ParamProblem) {
            return try Params(reading: view, ignoring: undeclared)
        } catch {
            throw .invalidParams(error, sentence(for: error) ?? choiceSentence(for: error))
        }
    }
}

extension Method {
    /// Where one of several params has to be given, the problem names the first of them, and the sentence all.
    private static func choiceSentence(for problem: ParamProblem) -> Sentence? {
        guard problem.reason == .missing, problem.path.count == 1,
            let rule = Params.rules.first(where: { $0.needsOne && $0.names.first == problem.path[0] }),
            let last = rule.names.last
        else { return nil }
        let others = rule.names.dropLast().joined(separator: ", ")
        return Sentence("Give \(others) or \(last): one is needed.", "\(others), \(last) 중 하나가 필요합니다.")
    }
}

/// A notification that the server sends.
package protocol Announcement: SendableMetatype {
    /// What it tells.
    associatedtype Params: Members

    /// As it is on the wire.
    static var name: String { get }
    /// One paragraph for whoever writes a client.
    static var summary: String { get }
    /// What it may look like.
    static var examples: [Example] { get }
}

/// What carrying out a method does to the world. It decides when a request is carried out, and which hints assistants get.
package enum Effect: Sendable, Equatable {
    /// Reads the store, in order with the other requests.
    case readsStore
    /// Changes the store, in order, and is answered when the change is durable. What overwrites or deletes something that
    /// the user has said is destructive, though it can be undone; what only adds or arranges is not.
    case changesStore(isDestructive: Bool, isIdempotent: Bool)
    /// Asks another service, and is answered when that has answered.
    case usesNetwork
    /// Concerns the connection itself.
    case controlsSession
    /// As `controlsSession`, and is never answered.
    case notification
    /// A notification that the server sends.
    case announcement
}

/// A request as a reader sees it.
package struct Example: Sendable {
    /// A few words, without a full stop.
    package let title: String
    /// JSON text; nil for no params.
    package let params: String?

    /// - Parameters:
    ///   - title: a few words, without a full stop.
    ///   - params: JSON text of an object; nil for no params.
    package init(_ title: String, params: String? = nil) {
        self.title = title
        self.params = params
    }
}

/// Params of a method that takes none.
package struct NoParams: Parameters {
    package static let objectName = "NoParams"
    package static let parameters: ParameterList<NoParams> = []

    /// There is nothing to set.
    package init() {}
}
