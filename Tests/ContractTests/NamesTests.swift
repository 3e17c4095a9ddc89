import JSON
import Testing
import TodoAPI

@testable import TodoServer

@Suite("Nothing is said twice")
struct NamesTests {
    @Test("The name of a method stands in the sources once, in its declaration")
    func namesStandOnce() throws {
        let sources = Repository.all(in: "Sources").filter { $0.hasSuffix(".swift") }
        let lines = try sources.flatMap { path in
            try #require(Repository.text(path)).split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
        }
        #expect(sources.count > 50)
        for method in Handlers.standard.descriptions.map(\.name) where method.contains(".") || method.contains("/") {
            let places = lines.filter { line in
                // Not as the beginning of a longer name.
                String(line).replacingAll(method, with: "\u{0}").split(
                    separator: "\u{0}", omittingEmptySubsequences: false
                ).dropFirst().contains { $0.first?.isLetter != true }
            }
            #expect(places.count == 1, "\(method): \(places.joined(separator: "\n"))")
        }
    }
    @Test("Clients that know the todos without a category by their title know it as the server has it")
    func titleOfNone() throws {
        let title = BuiltInTitle.noCategory
        let clients = Repository.all(in: "clients").filter { !$0.contains("/tests/") }
        let files = try clients.filter { path in
            guard [".lua", ".vim", ".el", ".py", ".json", "/todo"].contains(where: path.hasSuffix) else { return false }
            let text = try #require(Repository.text(path))
            return text.contains(title.english) && text.contains(title.korean)
        }
        // One each for Neovim, Vim, Emacs, the shell, Python and VS Code.
        #expect(files.count == 6, "\(files)")
    }
}
