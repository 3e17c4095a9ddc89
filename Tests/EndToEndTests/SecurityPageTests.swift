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
        let sources = try swiftFiles(Self.root + "/Tests").map { try Files.text(of: $0) }
        for promise in promises {
            let names = promise.matches(of: /"([^"]+)"/).map { String($0.output.1) }
            #expect(!names.isEmpty, "\(promise)")
            for name in names { #expect(sources.contains { $0.contains("\"\(name)\"") }, "\(name)") }
        }
    }

    private func swiftFiles(_ folder: String) -> [String] {
        Files.names(in: folder).flatMap { name in
            name.hasSuffix(".swift") ? [folder + "/" + name] : swiftFiles(folder + "/" + name)
        }
    }
}
