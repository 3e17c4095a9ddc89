internal import PetService
internal import TodoAPI
package import TodoStore

/// The command line of `todo-server`.
package struct Options: Sendable {
    /// What a command line asks for.
    package enum Request: Sendable {
        case serve(Options)
        /// Do something else with the store.
        case maintain(StoreTask, StoreLocation)
        /// Print the document of the contract.
        case describe
        /// Say which requests in that file are valid; "-" is standard input.
        case check(String, messageLimit: Int)
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
    var logLevel = Log.Level.warning
    var language: Language

    /// What is done instead of serving.
    fileprivate enum Other {
        case describe, version
        case check(String)
        case store(StoreTask)
    }

    private var other: Other?

    /// Reads the arguments, without the program's name, and the environment.
    package static func parse(_ arguments: [String], _ environment: Environment) -> Request {
        var options = Options(environment)
        var rest = arguments[...]
        var given: [String] = []
        while let argument = rest.popFirst() {
            if argument == "--help" || argument == "-h" { return .print(Option.help(Options(environment))) }
            let parts = argument.utf8.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
            )
            .map { String(Substring($0)) }
            guard let option = (Option.all + Option.others).first(where: { $0.name == parts[0] }) else {
                return .refuse("unknown option \(argument); --help lists the options")
            }
            given.append(option.name)
            var value: String?
            if option.value != nil {
                guard let given = parts.count > 1 ? parts[1] : rest.popFirst(), !given.isEmpty else {
                    return .refuse("option \(option.name) needs a value: \(option.value ?? "")")
                }
                value = given
            } else if parts.count > 1 {
                return .refuse("option \(option.name) takes no value")
            }
            if let reason = option.apply(value ?? "", &options) { return .refuse("option \(option.name): \(reason)") }
        }
        return options.request(given)
    }

    /// What these options ask for. One that is done instead of serving stands alone, but for what it needs.
    private func request(_ given: [String]) -> Request {
        guard let other else { return .serve(self) }
        var (names, request) = ([Option.describe], Request.describe)
        switch other {
        case .describe: break
        case .version: (names, request) = ([Option.version], .print("todo-server \(Version.text)\n"))
        case .check(let file):
            (names, request) = ([Option.check, Option.messageLimit], .check(file, messageLimit: messageLimit))
        case .store(let task): (names, request) = ([task.option, Option.store], .maintain(task, store))
        }
        if let stray = given.first(where: { !names.contains($0) }) {
            return .refuse("option \(names[0]) does not go with \(stray)")
        }
        return request
    }

    fileprivate mutating func take(_ other: Other) -> String? {
        if self.other != nil { return "one thing at a time" }
        self.other = other
        return nil
    }

    /// Where pets come from.
    func pets(_ environment: Environment) throws(PetConfiguration.BaseProblem) -> PetConfiguration {
        try PetConfiguration(
            catAPI: catAPI ?? PetConfiguration.catAPI, dogAPI: dogAPI ?? PetConfiguration.dogAPI,
            catKey: environment["CAT_API_KEY"], dogKey: environment["DOG_API_KEY"], cacheDirectory: cache)
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

    static let store = "--store"
    static let messageLimit = "--max-message-bytes"
    static let describe = "--describe"
    static let check = "--check"
    static let version = "--version"

    static let all = [
        Option(name: store, value: "PATH", summary: "the store; :memory: keeps nothing (or TODO_SERVER_STORE)") {
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
            name: messageLimit, value: "N",
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
        Option(name: "--log", value: "LEVEL", summary: Log.Level.list) {
            guard let level = Log.Level(rawValue: $0) else { return "\($0) is no level: \(Log.Level.list)" }
            $1.logLevel = level
            return nil
        },
    ]

    /// - Parameter defaults: what holds without any option.
    static func help(_ defaults: Options) -> String {
        """
        todo-server \(Version.text): todos for every screen, as JSON-RPC 2.0 over standard input and output.

        usage: todo-server [OPTION]...


        """ + (all + others).map(\.line).joined() + """

            Without --store the store is \(defaults.store.path)
            Without --cache pictures are in \(defaults.cache)

            A request is one line of JSON, or a Content-Length header and JSON as in the Language Server Protocol:
              echo '{"jsonrpc":"2.0","id":1,"method":"\(SectionsList.name)"}' | todo-server

            """
    }

    static let others = [
        Option(name: StoreTask.backupOption, value: "FILE", summary: "copy the store, also while servers write to it") {
            $1.take(.store(.backUp($0)))
        },
        Option(
            name: StoreTask.verifyOption, value: nil, summary: "look the store through, and say what is wrong with it"
        ) {
            $1.take(.store(.verify))
        },
        Option(
            name: StoreTask.recoverOption, value: "FILE", summary: "bring what can be read of the store into a new one"
        ) {
            $1.take(.store(.recover($0)))
        },
        Option(name: describe, value: nil, summary: "print the OpenRPC document of all methods") {
            $1.take(.describe)
        },
        Option(name: check, value: "FILE", summary: "say of each line whether it is a valid request (- for input)") {
            $1.take(.check($0))
        },
        Option(name: version, value: nil, summary: "print the version") { $1.take(.version) },
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
