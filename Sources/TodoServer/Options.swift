internal import PetService
internal import TodoAPI
package import TodoStore

/// The command line of `todo-server`.
package struct Options: Sendable {
    package enum Request: Sendable {
        case serve(Options)
        /// Do something else with the store.
        case maintain(StoreTask, StoreLocation)
        /// Print the document of the contract.
        case describe
        /// Say which requests in that file are valid; "-" is standard input.
        case check(String)
        /// Print that text, and nothing else.
        case print(String)
        /// It cannot be understood; the line says why.
        case refuse(String)
    }

    var store: StoreLocation
    var cache: String
    var catAPI: String?
    var dogAPI: String?
    /// The longest message that is read, unless somebody says otherwise.
    static let messageLimit = 64 << 20
    var messageLimit = messageLimit
    var historyLimit = TodoStore.historyLimit
    var isSample = false
    /// What to do with the store instead of serving it.
    var task: StoreTask?
    static let recover = "--recover"
    var logLevel = Log.Level.warning
    var language: Language

    /// Reads the arguments, without the program's name, and the environment.
    package static func parse(_ arguments: [String], _ environment: Environment) -> Request {
        var options = Options(environment)
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--help" { return .print(Option.help) }
            if argument == "--describe" { return .describe }
            if argument == "--version" { return .print("todo-server \(Version.text)\n") }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts[0] == "--check" {
                guard let file = parts.count > 1 ? String(parts[1]) : rest.popFirst(), !file.isEmpty else {
                    return .refuse("option --check needs a value: FILE")
                }
                return .check(file)
            }
            guard let option = Option.all.first(where: { $0.name == parts[0] }) else {
                return .refuse("unknown option \(argument); --help lists the options")
            }
            var value: String?
            if option.value != nil {
                guard let given = parts.count > 1 ? String(parts[1]) : rest.popFirst(), !given.isEmpty else {
                    return .refuse("option \(option.name) needs a value: \(option.value ?? "")")
                }
                value = given
            } else if parts.count > 1 {
                return .refuse("option \(option.name) takes no value")
            }
            if let reason = option.apply(value ?? "", &options) { return .refuse("option \(option.name): \(reason)") }
        }
        return options.task.map { .maintain($0, options.store) } ?? .serve(options)
    }

    /// Where pets come from.
    func pets(_ environment: Environment) throws(PetConfiguration.BaseProblem) -> PetConfiguration {
        try PetConfiguration(
            catAPI: catAPI ?? PetConfiguration.catAPI, dogAPI: dogAPI ?? PetConfiguration.dogAPI,
            catKey: environment["CAT_API_KEY"], dogKey: environment["DOG_API_KEY"], cacheDirectory: cache)
    }

    /// One thing at a time. Gives the reason when it is another one.
    fileprivate mutating func take(_ task: StoreTask) -> String? {
        if let other = self.task, other != task { return "it does not go with another one like it" }
        self.task = task
        return nil
    }

    private init(_ environment: Environment) {
        store = environment["TODO_SERVER_STORE"].map(StoreLocation.init) ?? .file(environment.defaultStore)
        cache = environment.defaultCache
        language = environment.language
    }
}

/// One option: what it is called, what it takes, what it does and what help says. Help is made from these.
private struct Option: Sendable {
    let name: String
    /// What its value is called; nil for an option without one.
    let value: String?
    let summary: String
    /// Gives the reason when the value is of no use.
    let apply: @Sendable (String, inout Options) -> String?

    static let all = [
        Option(name: "--store", value: "PATH", summary: "the store; :memory: keeps nothing (or TODO_SERVER_STORE)") {
            $1.store = StoreLocation($0)
            return nil
        },
        Option(name: "--cache", value: "DIR", summary: "where pictures are kept, at most 64 MiB") {
            $1.cache = $0
            return nil
        },
        Option(name: "--cat-api", value: "URL", summary: "the service for cats (its key: CAT_API_KEY)") {
            $1.catAPI = $0
            return reason(base: $0)
        },
        Option(name: "--dog-api", value: "URL", summary: "the service for dogs (its key: DOG_API_KEY)") {
            $1.dogAPI = $0
            return reason(base: $0)
        },
        Option(
            name: "--max-message-bytes", value: "N",
            summary: "the longest message that is read (\(Options.messageLimit))"
        ) {
            guard let limit = Int($0), 1...Int(Int32.max) ~= limit else { return "\($0) is not a number from 1" }
            $1.messageLimit = limit
            return nil
        },
        Option(name: "--history", value: "N", summary: "how many requests can be undone (\(TodoStore.historyLimit))") {
            guard let limit = Int64($0), 1...1_000_000 ~= limit else { return "\($0) is not a number from 1" }
            $1.historyLimit = limit
            return nil
        },
        Option(name: "--sample", value: nil, summary: "fill an empty store with a small list") {
            $1.isSample = true
            return nil
        },
        Option(name: "--backup", value: "FILE", summary: "copy the store, also while servers write to it") {
            $1.take(.backUp($0))
        },
        Option(name: "--verify", value: nil, summary: "look the store through, and say what is wrong with it") {
            $1.take(.verify)
        },
        Option(name: Options.recover, value: "FILE", summary: "bring what can be read of the store into a new one") {
            $1.take(.recover($0))
        },
        Option(name: "--log", value: "LEVEL", summary: Log.Level.allCases.map(\.rawValue).joined(separator: ", ")) {
            guard let level = Log.Level(rawValue: $0) else { return "\($0) is no level" }
            $1.logLevel = level
            return nil
        },
    ]

    static let help = """
        todo-server \(Version.text): todos for every screen, as JSON-RPC 2.0 over standard input and output.

        usage: todo-server [OPTION]...


        """ + (all + others).map(\.line).joined() + """

            A request is one line of JSON, or a Content-Length header and JSON as in the Language Server Protocol:
              echo '{"jsonrpc":"2.0","id":1,"method":"\(SectionsList.name)"}' | todo-server

            """

    private static let others = [
        Option(name: "--describe", value: nil, summary: "print the OpenRPC document of all methods") { _, _ in nil },
        Option(name: "--check", value: "FILE", summary: "say of each line whether it is a valid request (- for input)")
        {
            _, _ in nil
        },
        Option(name: "--version", value: nil, summary: "print the version") { _, _ in nil },
        Option(name: "--help", value: nil, summary: "print this") { _, _ in nil },
    ]

    private var line: String {
        let left = "  \(name)" + (value.map { " \($0)" } ?? "")
        return left + String(repeating: " ", count: max(2, 28 - left.count)) + summary + "\n"
    }

    private static func reason(base: String) -> String? {
        do throws(PetConfiguration.BaseProblem) {
            try PetConfiguration.check(base: base)
            return nil
        } catch {
            switch error {
            case .notAnAddress: return "\(base) is no http or https address"
            case .plainHTTP: return "\(base): plain http is for this machine only"
            case .hasQuery: return "\(base): the path is added at the end, so there can be no ? or #"
            }
        }
    }
}
