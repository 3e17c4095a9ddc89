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

    /// - Returns: the exit status: 0 when it is done, or the store is as it must be; else 1.
    func run(on store: StoreLocation) -> Int32 {
        SQLiteProcess.useOneThread()
        // A file that may not grow is an error of the write, not the end of the process.
        signal(SIGXFSZ, SIG_IGN)
        do throws(MaintenanceFailure) {
            switch self {
            case .backUp(let path):
                let copy = try StoreMaintenance.backUp(store, to: path)
                Server.say("\(path): \(copy.todos) todos, revision \(copy.revision)\n", on: 1)
            case .verify:
                let report = try StoreMaintenance.verify(store)
                Server.say("\(store.path): \(report.text)", on: 1)
                if report.isHealthy { return 0 }
                Server.say("bring what can be read into a new store: \(Options.recover) FILE\n", on: 1)
                return 1
            case .recover(let path):
                let recovery = try StoreMaintenance.recover(store, to: path)
                Server.say("\(path): \(recovery.text)", on: 1)
            }
            return 0
        } catch {
            Server.say("todo-server: \(error.text)\n", on: 2)
            return 1
        }
    }
}
