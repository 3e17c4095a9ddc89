internal import CSystem
internal import TodoAPI

/// The environment variables of the process, and what follows from them.
package struct Environment: Sendable {
    private let variables: [String: String]

    /// - Parameter variables: `NAME: value`.
    package init(_ variables: [String: String]) { self.variables = variables }

    /// A variable that is set to something.
    package subscript(name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// Where todos are kept unless somebody says otherwise.
    var defaultStore: String {
        #if os(macOS)
            folder("XDG_DATA_HOME", "Library/Application Support") + "/todo-server/todos.sqlite"
        #else
            folder("XDG_DATA_HOME", ".local/share") + "/todo-server/todos.sqlite"
        #endif
    }

    /// Where pictures are kept.
    var defaultCache: String {
        #if os(macOS)
            folder("XDG_CACHE_HOME", "Library/Caches") + "/todo-server/pets"
        #else
            folder("XDG_CACHE_HOME", ".cache") + "/todo-server/pets"
        #endif
    }

    /// By the variables that decide about messages (POSIX, section 8.2); English where they name no language known here.
    var language: Language {
        let locale = self["LC_ALL"] ?? self["LC_MESSAGES"] ?? self["LANG"]
        return locale.flatMap(Language.init(locale:)) ?? .english
    }

    /// A base directory: relative paths in these variables are to be ignored (XDG Base Directory Specification).
    private func folder(_ variable: String, _ fallback: String) -> String {
        if let path = self[variable], path.utf8.first == UInt8(ascii: "/") { return path }
        return (self["HOME"] ?? "") + "/" + fallback
    }
}

extension Environment {
    /// The variables of this process. What is not UTF-8 is repaired.
    package static var ofThisProcess: [String: String] {
        var variables: [String: String] = [:]
        var entry = unsafe csystem_environment()
        while let text = unsafe entry?.pointee {
            // By its bytes: among Characters, an equals sign with a combining mark behind it would be none.
            let parts = unsafe String(cString: text).utf8.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
            ).map { String(Substring($0)) }
            if parts.count == 2 { variables[parts[0]] = parts[1] }
            unsafe entry = entry?.advanced(by: 1)
        }
        return variables
    }
}
