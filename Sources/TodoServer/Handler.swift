internal import JSON
internal import PetService
internal import TodoAPI
internal import TodoCore
internal import TodoStore

/// A method together with what carries it out. A registration is one of the functions below, and says nothing about the
/// method that its declaration says already.
struct Handler: Sendable {
    enum Action: Sendable {
        /// On the store, one after the other, many in a transaction.
        case ordered(TodoStore.Access, StoreWork)
        /// Overtaken by others. Reading the params gives the work, and that gives the text of the result.
        case concurrent(@Sendable (JSONView?) throws(Failure) -> Work)
        /// On the session itself.
        case session(@Sendable (JSONView?, isolated Session, inout JSONWriter) throws(Failure) -> Void)
        /// On the session, and never answered.
        case notification(@Sendable (JSONView?, isolated Session) -> Void)
    }

    typealias StoreWork = @Sendable (JSONView?, TodoManager, Language, inout JSONWriter) throws(Failure) -> Void
    typealias Work = @Sendable (PetService) async throws(PetFailure) -> [UInt8]

    let name: [UInt8]
    let action: Action
    /// The declaration.
    let method: any Method.Type

    /// What documents and tools are made from: made when it is asked for, since most sessions never do.
    func describe() -> MethodDescription { MethodDescription(method) }

    private init<M: Method>(_ method: M.Type, _ action: Action) {
        self.method = method
        name = Array(M.name.utf8)
        self.action = action
    }

    /// A method that reads or changes the store, as its declared effect says. `run` is inside a transaction.
    static func store<M: Method>(
        _ method: M.Type,
        _ run: @escaping @Sendable (M.Params, isolated TodoManager, Language) throws(StoreError) -> M.Reply
    ) -> Handler {
        let access: TodoStore.Access = M.effect == .readsStore ? .reading : .writing
        return Handler(
            method,
            .ordered(access) { (view, manager, language, writer) throws(Failure) in
                let params = try M.params(from: view)
                let reply = try on(manager, access) { (manager) throws(StoreError) in
                    try run(params, manager, language)
                }
                M.reply.encode(reply, &writer)
            })
    }

    /// Runs on the manager, which lives on this thread, in a transaction that may do as much.
    private static func on<Reply: Sendable>(
        _ manager: TodoManager, _ access: TodoStore.Access,
        _ run: @Sendable (isolated TodoManager) throws(StoreError) -> Reply
    ) throws(Failure) -> Reply {
        let outcome: Result<Reply, StoreError> = manager.assumeIsolated { manager in
            do throws(StoreError) {
                try manager.begin(access)
                return .success(try run(manager))
            } catch {
                return .failure(error)
            }
        }
        switch outcome {
        case .success(let reply): return reply
        case .failure(let error): throw Failure(error)
        }
    }

    /// A method that changes the store and whose params may carry a key, under which its reply is kept.
    static func change<M: Method>(
        _ method: M.Type,
        _ run: @escaping @Sendable (M.Params, isolated TodoManager, Language) throws(StoreError) -> M.Reply
    ) -> Handler where M.Params: KeyedParameters {
        Handler(
            method,
            .ordered(.writing) { (view, manager, language, writer) throws(Failure) in
                let params = try M.params(from: view)
                guard let key = params.key else {
                    let reply = try on(manager, .writing) { (manager) throws(StoreError) in
                        try run(params, manager, language)
                    }
                    return M.reply.encode(reply, &writer)
                }
                let request = KeyedRequest(key: key, method: M.name, params: view?.fingerprint ?? "")
                let text = try on(manager, .writing) { (manager) throws(StoreError) in
                    try manager.once(request) { (manager) throws(StoreError) in
                        var text = JSONWriter()
                        M.reply.encode(try run(params, manager, language), &text)
                        return String(decoding: text.bytes, as: UTF8.self)
                    }
                }
                writer.raw(Array(text.utf8))
            })
    }

    /// A method that asks another service.
    static func pets<M: Method>(
        _ method: M.Type, _ run: @escaping @Sendable (M.Params, PetService) async throws(PetFailure) -> M.Reply
    ) -> Handler {
        Handler(
            method,
            .concurrent { view throws(Failure) in
                let params = try M.params(from: view)
                return { (pets) async throws(PetFailure) in
                    let reply = try await run(params, pets)
                    var writer = JSONWriter()
                    M.reply.encode(reply, &writer)
                    return writer.bytes
                }
            })
    }

    static func session<M: Method>(
        _ method: M.Type, _ run: @escaping @Sendable (M.Params, isolated Session) -> M.Reply
    ) -> Handler {
        Handler(
            method,
            .session { (view, session, writer) throws(Failure) in
                M.reply.encode(run(try M.params(from: view), session), &writer)
            })
    }

    static func notification<M: Method>(
        _ method: M.Type, _ run: @escaping @Sendable (M.Params, isolated Session) -> Void
    ) -> Handler {
        // One with wrong params is passed over: nobody waits for an answer.
        Handler(
            method,
            .notification { view, session in if let params = try? M.params(from: view) { run(params, session) } })
    }
}

/// Everything that the server can do: the one list of its methods.
struct Handlers: Sendable {
    let all: [Handler]
    /// Where in `all` those are whose names have so many bytes: few, and a name is held against no others.
    private let byLength: [[Int]]
    private let spelling: Spelling
    /// The notifications that the server itself sends.
    private let announcements: [@Sendable () -> MethodDescription]

    init(_ all: [Handler], announcements: [@Sendable () -> MethodDescription] = []) {
        self.all = all
        self.announcements = announcements
        spelling = Spelling(all.map { String(decoding: $0.name, as: UTF8.self) })
        var byLength: [[Int]] = []
        for (place, handler) in all.enumerated() {
            while byLength.count <= handler.name.count { byLength.append([]) }
            byLength[handler.name.count].append(place)
        }
        self.byLength = byLength
    }

    /// What the contract is made of.
    var descriptions: [MethodDescription] { all.map { $0.describe() } + announcements.map { $0() } }

    /// The handler of the method whose name stands in the view.
    func find(_ name: JSONView) -> Handler? {
        let length = name.place.count - 2
        if byLength.indices.contains(length) {
            // Looked at where they are: a handler is large, and is not to be copied for each comparison.
            let handlers = all.span
            for index in byLength[length] where name.isPlainly(handlers[index].name) { return handlers[index] }
        }
        return name.hasEscapes ? all.first { name.equals($0.name) } : nil
    }

    /// Why a method is not found, with the one that was probably meant.
    func unknown(_ name: String) -> Failure {
        let name = name.shortened
        return .methodNotFound(name, hint: spelling.nearest(to: name))
    }
}
