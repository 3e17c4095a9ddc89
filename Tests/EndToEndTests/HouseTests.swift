import TestSupport
import Testing

/// The package as it is declared, and the sources as they import.
@Suite("The order of the house")
struct HouseTests {
    private struct Target {
        let name: String
        let dependencies: [String]
    }

    private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    /// The calls behind `targets:` in Package.swift, in their order.
    private func targets() throws -> [Target] {
        let manifest = try Files.text(of: Self.root + "/Package.swift")
        let start = try #require(manifest.firstRange(of: "targets: [\n"))
        var targets: [Target] = []
        var depth = 0
        var call = ""
        for character in manifest[start.upperBound...] {
            if character == "(" { depth += 1 }
            if depth > 0 { call.append(character) }
            guard character == ")" else { continue }
            depth -= 1
            if depth == 0 {
                targets.append(target(call, isTest: manifest.contains("        tests" + call)))
                call = ""
            }
            if depth < 0 { break }
        }
        return targets
    }

    private func target(_ call: String, isTest: Bool) -> Target {
        let name = literals(call).first ?? ""
        // Behind the name, or behind its label; excluded files and settings are other arrays.
        let array = call.split(separator: "[", maxSplits: 1).dropFirst().first?.split(separator: "]").first ?? ""
        let isOfDependencies =
            call.firstRange(of: "dependencies: [") != nil || call.firstMatch(of: /^\(\s*"[^"]+",\s*\[/) != nil
        return Target(
            name: name + (isTest ? "Tests" : ""), dependencies: isOfDependencies ? literals(String(array)) : [])
    }

    private func literals(_ text: String) -> [String] { text.matches(of: /"([^"]*)"/).map { String($0.1) } }

    @Test("A target depends only on targets above it, and none is declared twice")
    func downwards() throws {
        let targets = try targets()
        #expect(targets.count >= 20)
        var above: Set<String> = []
        for target in targets {
            for dependency in target.dependencies {
                #expect(above.contains(dependency), "\(target.name): \(dependency)")
            }
            #expect(above.insert(target.name).inserted)
        }
        let server = targets.first { $0.name == "TodoServer" }
        #expect(server?.dependencies.contains("TodoStore") == true)
    }

    @Test("Every module that a source file imports is one that its target depends on, or of the system")
    func imports() throws {
        let targets = try targets()
        let names = Set(targets.map(\.name))
        var seen = 0
        for target in targets where !target.name.hasSuffix("Tests") && target.name != "TestSupport" {
            for path in swiftFiles(Self.root + "/Sources/" + target.name) {
                for line in try Files.text(of: path).split(separator: "\n") {
                    guard let module = line.firstMatch(of: /^(?:@\w+ )?(?:package |internal |private )?import (\w+)/)?.1
                    else {
                        continue
                    }
                    seen += 1
                    if names.contains(String(module)) {
                        #expect(target.dependencies.contains(String(module)), "\(path): \(module)")
                    } else {
                        #expect(!module.hasPrefix("Foundation"), "\(path)")
                    }
                }
            }
        }
        #expect(seen > 50)
    }

    @Test("The transport knows no methods, the core no JSON, and the store no protocol")
    func walls() throws {
        let targets = try targets()
        func all(_ name: String) -> Set<String> {
            let own = targets.first { $0.name == name }?.dependencies ?? []
            return own.reduce(into: Set(own)) { $0.formUnion(all($1)) }
        }
        #expect(all("JSONRPC") == ["JSON"] && all("TodoCore") == [])
        #expect(all("TodoStore") == ["TodoCore", "CSQLite", "CLogVFS"])
        #expect(!all("PetService").contains("TodoCore") && !all("TodoAPI").contains("TodoStore"))
    }

    @Test("Every type, function, initialiser and subscript that other targets may use has a doc comment")
    func docComments() throws {
        let declared =
            /^(?:@\w+ )*package (?:static |final |nonisolated |mutating |consuming |indirect )*(?:(?:struct|enum|class|actor|protocol|func|typealias) |init\b|subscript\b)/
        var seen = 0
        for path in swiftFiles(Self.root + "/Sources") {
            let lines = try Files.text(of: path).split(separator: "\n", omittingEmptySubsequences: false)
            for (number, line) in lines.enumerated() {
                let text = line.drop { $0 == " " }
                guard text.hasPrefix("package ") || text.hasPrefix("@"), text.firstMatch(of: declared) != nil else {
                    continue
                }
                seen += 1
                let above = lines[..<number].last { !$0.drop { $0 == " " }.hasPrefix("@") } ?? ""
                #expect(above.drop { $0 == " " }.hasPrefix("///"), "\(path):\(number + 1): \(line)")
            }
        }
        #expect(seen > 300)
    }

    private func swiftFiles(_ folder: String) -> [String] {
        Files.names(in: folder).flatMap { name in
            name.hasSuffix(".swift") ? [folder + "/" + name] : swiftFiles(folder + "/" + name)
        }
    }
}
