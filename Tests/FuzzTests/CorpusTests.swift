import TestSupport
import Testing

/// What `make fuzz` has found to be different, and every input that was ever a fault, is tried with every run.
@Suite("Inputs that were kept", .blocking)
struct CorpusTests {
    private static let folder =
        #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/Corpus"

    @Test("Every input of the corpus is taken as it must be", arguments: FuzzTarget.allCases)
    func corpus(target: FuzzTarget) throws {
        var fuzzer = try target.makeFuzzer()
        let folder = Self.folder + "/" + target.rawValue
        let names = Files.names(in: folder)
        #expect(names.count >= 10)
        for name in names {
            let fault = fuzzer.run(try Files.contents(of: folder + "/" + name))
            #expect(fault == nil, "\(target.rawValue)/\(name)")
        }
    }

    @Test("So are random changes of them", arguments: FuzzTarget.allCases)
    func changed(target: FuzzTarget) throws {
        var chance = SeededGenerator.printed(for: "changes of the \(target.rawValue) corpus")
        var fuzzer = try target.makeFuzzer()
        let folder = Self.folder + "/" + target.rawValue
        let inputs = try Files.names(in: folder).map { try Files.contents(of: folder + "/" + $0) }
        for _ in 0..<200 {
            var bytes = chance.pick(inputs)
            for _ in 0..<Int.random(in: 1...4, using: &chance) {
                let place = Int.random(in: 0...bytes.count, using: &chance)
                switch Int.random(in: 0..<3, using: &chance) {
                case 0: bytes.insert(UInt8.random(in: 0...255, using: &chance), at: place)
                case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &chance)
                default: bytes.removeSubrange(min(place, bytes.count)..<min(place + 2, bytes.count))
                }
            }
            let fault = fuzzer.run(bytes)
            #expect(fault == nil, "\(readable(bytes)), seed \(chance.seed)")
        }
    }
}
