import TestSupport
import Testing

@Suite("The security page")
struct SecurityPageTests {
    private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    @Test("Every promise names tests, and each of these exists")
    func namedTests() throws {
        let page = try Files.text(of: Self.root + "/SECURITY.md")
        let promises = page.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        #expect(promises.count >= 12)
        let titles = try swiftFiles(Self.root + "/Tests").reduce(into: Set<String>()) {
            $0.formUnion(Self.titles(try Files.text(of: $1)))
        }
        for promise in promises {
            let names = promise.matches(of: /"([^"]+)"/).map { String($0.output.1) }
            #expect(!names.isEmpty, "\(promise)")
            for name in names { #expect(titles.contains(name), "\(name)") }
        }
    }

    /// What the tests and suites of a file say that they show.
    private static func titles(_ source: String) -> Set<String> {
        Set(source.matches(of: /@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"/).map { String($0.1) })
    }

    private func swiftFiles(_ folder: String) -> [String] {
        Files.names(in: folder).flatMap { name in
            name.hasSuffix(".swift") ? [folder + "/" + name] : swiftFiles(folder + "/" + name)
        }
    }
}
