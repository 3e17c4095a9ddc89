internal import TodoStore

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What the command line can do with a store other than serving it.
package enum StoreTask: Sendable, Equatable {
    case backUp(String)
    case verify
    case recover(String)

    static let backupOption = "--backup"
    static let verifyOption = "--verify"
    static let recoverOption = "--recover"

    /// What it is called on the command line.
    var option: String {
        switch self {
        case .backUp: Self.backupOption
        case .verify: Self.verifyOption
        case .recover: Self.recoverOption
        }
    }

    /// - Returns: the exit status: 0 when it is done, or the store is as it must be; else 1.
    func run(on store: StoreLocation) -> Int32 {
        SQLiteProcess.useOneThread()
        // A file that may not grow is an error of the write, not the end of the process.
        signal(SIGXFSZ, SIG_IGN)
        do throws(MaintenanceFailure) {
            switch self {
            case .backUp(let path):
                let copy = try StoreMaintenance.backUp(store, to: path)
                return Server.show("\(path): \(copy.todos) todos, revision \(copy.revision)\n") ? 0 : 1
            case .verify:
                let report = try StoreMaintenance.verify(store)
                let advice = "bring what can be read into a new store: \(Self.recoverOption) FILE\n"
                let isShown = Server.show("\(store.path): \(report.text)\(report.isHealthy ? "" : advice)")
                return report.isHealthy && isShown ? 0 : 1
            case .recover(let path):
                return Server.show("\(path): \(try StoreMaintenance.recover(store, to: path).text)") ? 0 : 1
            }
        } catch {
            Server.say("todo-server: \(error.text)\n", on: 2)
            return 1
        }
    }
}
