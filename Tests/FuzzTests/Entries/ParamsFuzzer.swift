import EventLoop
import JSON
import TestSupport
import TodoAPI
import TodoCore
import TodoStore

@testable import TodoServer

/// Carries out a few requests, whatever they are, on a small store, in one transaction that is taken back.
struct ParamsFuzzer: Fuzzer {
    private let loop: EventLoop
    private let manager: TodoManager
    private let handlers: [(handler: Handler, description: MethodDescription, method: JSONValue)]
    private let schemas: Schemas
    private var maker: ParamsMaker

    init() throws {
        let today = Day(
            date: DueDate(year: 2030, month: 1, day: 1) ?? .first, start: Timestamp(milliseconds: 1_893_456_000_000),
            end: Timestamp(milliseconds: 1_893_542_400_000))
        let now = Timestamp(milliseconds: 1_893_488_400_000)
        loop = try EventLoop()
        manager = TodoManager(
            .memory, session: "fuzz", loop: loop, calendar: LocalCalendar { _ in today }, clock: { now })
        schemas = Schemas(document: Handlers.standard.document(on: loop))
        maker = ParamsMaker(schemas: schemas)
        let methods = schemas.document["methods"]?.array ?? []
        handlers = Handlers.standard.all.map { handler in
            let name = String(decoding: handler.name, as: UTF8.self)
            let method = methods.first { $0["name"]?.string == name }
            return (handler, handler.describe(), method ?? .null)
        }
        try manager.assumeIsolated { manager in try manager.fillWithSample() }
    }

    mutating func run(_ bytes: [UInt8]) -> String? {
        var decisions = Decisions(bytes)
        maker.cursors = []
        defer { manager.assumeIsolated { $0.rollback() } }
        // All that follows is in this one.
        let failure = manager.assumeIsolated { manager -> String? in
            do throws(StoreError) { try manager.begin(.writing) } catch { return "\(error)" }
            return nil
        }
        if let failure { return failure }
        var requests = 0
        while !decisions.isOver && requests < 12 {
            requests += 1
            let choice = handlers[decisions.below(handlers.count)]
            guard let schema = choice.method["x-params"]?["$ref"]?.string.flatMap(schemas.resolve) else { continue }
            let params = maker.object(schema, &decisions)
            if let fault = perform(choice.handler, choice.description, choice.method, schema, params) {
                return "\(choice.description.name) \(params): \(fault)"
            }
        }
        return counts()
    }

    private mutating func perform(
        _ handler: Handler, _ description: MethodDescription, _ method: JSONValue, _ schema: JSONValue, _ params: String
    ) -> String? {
        let bytes = Array(params.utf8)
        guard let place = try? JSONScanner.check(bytes.span), let value = ReferenceParser.parse(bytes) else {
            return "the maker's mistake"
        }
        let view = JSONView(bytes.span, at: place)
        do throws(Failure) {
            try description.check(view)
        } catch {
            return refusal(error, description)
        }
        // Schemas count code points, and the server counts what a person sees as one character.
        if description.undeclared != .anything, let misfit = schemas.misfit(value, schema),
            !misfit.hasSuffix("is too long")
        {
            return "taken, but \(misfit)"
        }
        guard case .ordered(_, let work) = handler.action else { return nil }
        var writer = JSONWriter()
        do throws(Failure) {
            try work(view, manager, .english, &writer)
        } catch {
            if manager.assumeIsolated({ $0.requestHasChanged }) { return "refused, but something has changed" }
            return refusal(error, description)
        }
        guard let result = ReferenceParser.parse(writer.bytes) else { return "the result is no JSON" }
        for name in ["cursor", "nextCursor"] { if let cursor = result[name]?.string { maker.cursors.append(cursor) } }
        return method["result"]?["schema"].flatMap { schemas.misfit(result, $0) }
    }

    private func refusal(_ failure: Failure, _ description: MethodDescription) -> String? {
        let allowed = description.failures + [.invalidParams]
        guard allowed.contains(failure.kind), failure.kind != .storeUnavailable else { return "\(failure)" }
        var writer = JSONWriter()
        failure.write(to: &writer, in: .korean)
        guard let error = ReferenceParser.parse(writer.bytes), error["code"]?.integer == failure.kind.code else {
            return "the error is no JSON: \(failure)"
        }
        let schema = schemas.document["components"]?["schemas"]?["\(failure.kind.rawValue.capitalizedFirst)Data"]
        guard let schema, let data = error["data"] else { return "an error without data: \(failure)" }
        return schemas.misfit(data, schema)
    }

    /// The counts of the sections, which are kept, are those of the todos that are listed.
    private func counts() -> String? {
        manager.assumeIsolated { manager -> String? in
            do throws(StoreError) {
                try manager.begin(.writing)
                let today = manager.calendar.day(nil)
                let sections = try manager.store.sections(.category, includeEmpty: true, today: today)
                let query = TodoQuery(filter: TodoFilter(), limit: 1000, cursor: nil, calendar: manager.calendar)
                let todos = try manager.store.list(query).todos
                for section in sections {
                    let found = todos.filter { $0.category == section.title }
                    let completed = found.filter(\.isCompleted).count
                    guard section.count == found.count, section.completedCount == completed else {
                        return "\(section.title): \(section.count) counted, \(found.count) listed"
                    }
                }
                return Set(todos.map(\.id)).count == todos.count ? nil : "a todo comes twice"
            } catch {
                return "\(error)"
            }
        }
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
