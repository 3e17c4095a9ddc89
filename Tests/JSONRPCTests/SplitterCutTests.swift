import TestSupport
import Testing

private let body = #"{"id":"é한😀"}"#

/// Streams that between them hold every rule of the framing. The limit is 40 bytes.
private let streams: [String] = [
    "\(body)\n[]\r\n\n \r\n\t\(body)\r\n",
    "\u{FEFF}\(body)\n[]",
    "\u{FEFF}\r\n  \(body)\r\n\(body)\r",
    "    \r\n\n   \(body)\nContent-Length: 2\n\n[]\n",
    "\(String(repeating: " ", count: 50))\(body)\n[]\n",
    "{\(String(repeating: "x", count: 60))}\r\n[]\n\(String(repeating: "y", count: 41))\n\(String(repeating: "z", count: 40))\r\n",
    "[\(String(repeating: "x", count: 38))]\r\n[\(String(repeating: "x", count: 39))]\r\n[1]\r\n",
    "[]\n\(String(repeating: "y", count: 100))",
    "\(String(repeating: " ", count: 45))\n[]\n\(String(repeating: " ", count: 45))\n{}\n",
    frame(body) + frame("") + frame("[]", "X: y\nContent-Length:{n}\n\n")
        + frame(body, "content-length : {n} \r\n\r\n"),
    "\u{FEFF} \n" + frame(body) + frame(body),
    frame(String(repeating: "x", count: 41)) + frame(String(repeating: "y", count: 40)) + frame("[]"),
    frame(String(repeating: "x", count: 300)) + frame(body) + "Content-Length: 9\r\n\r\n[",
    frame(body) + "Content-Length: a\r\n\r\n" + frame(body),
    frame(body) + "\r\n" + frame(body),
    frame(body) + "no colon\r\nContent-Length: 2\r\n\r\n[]",
    frame(body) + "Content-Length: 2\r\nContent-Le",
    "\u{0}\n\n[]\n",
]

@Suite("However a stream is cut into pieces, it holds the same messages")
struct SplitterCutTests {
    @Test("In two pieces, cut at every byte", arguments: streams)
    func twoPieces(stream: String) {
        let bytes = Array(stream.utf8)
        let whole = Feeder.events([bytes], limit: 40)
        #expect(!whole.isEmpty)
        for place in 0...bytes.count {
            #expect(
                Feeder.events([Array(bytes[..<place]), Array(bytes[place...])], limit: 40) == whole, "cut at \(place)")
        }
    }

    @Test("Byte by byte", arguments: streams)
    func singleBytes(stream: String) {
        let bytes = Array(stream.utf8)
        #expect(Feeder.events(bytes.map { [$0] }, limit: 40) == Feeder.events([bytes], limit: 40))
    }

    @Test("In pieces of random sizes")
    func randomPieces() {
        var chance = SeededGenerator.printed(for: "pieces of streams")
        for _ in 0..<1500 {
            let stream = Array(chance.pick(streams).utf8)
            check(stream, &chance)
        }
    }

    @Test("Random streams of the bytes that matter")
    func randomStreams() {
        var chance = SeededGenerator.printed(for: "random streams")
        let parts = [
            "{", "}", "[]", "\n", "\r\n", "\r", " ", "\t", "C", "Content-Length: 2\r\n", "Content-Length:3\n",
            "\r\n\r\n", "\u{FEFF}", "é",
            "x: y\r\n", ":", String(repeating: "x", count: 39), String(repeating: " ", count: 41),
            "Content-Length: 50\r\n\r\n",
        ]
        for _ in 0..<1500 {
            let stream = (0..<Int.random(in: 1...12, using: &chance)).map { _ in chance.pick(parts) }.joined()
            check(Array(stream.utf8), &chance)
        }
    }

    private func check(_ stream: [UInt8], _ chance: inout SeededGenerator) {
        var pieces: [[UInt8]] = []
        var place = 0
        while place < stream.count {
            let end = min(stream.count, place + Int.random(in: 1...9, using: &chance))
            pieces.append(Array(stream[place..<end]))
            place = end
        }
        let (whole, cut) = (Feeder.events([stream], limit: 40), Feeder.events(pieces, limit: 40))
        #expect(cut == whole, "\(readable(stream)) in pieces of \(pieces.map(\.count)), seed \(chance.seed)")
    }
}
