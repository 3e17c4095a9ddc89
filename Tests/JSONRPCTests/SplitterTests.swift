import JSONRPC
import TestSupport
import Testing

private let one = #"{"id":1}"#
private let two = #"{"id":"é한😀"}"#

@Suite("Lines are split as section 1 of the protocol says")
struct LineTests {
    @Test(
        "Each line is one message, whatever ends it and whatever blanks are around",
        arguments: [
            "\(one)\n\(two)\n", "\(one)\r\n\(two)\r\n", "\(one)\r\n\(two)\n", "\(one)\n\(two)",
            "\n\n\(one)\n\r\n \t\n\(two)\n\n",
            "  \(one)\n\t\(two)\n", " \r\n\(one)\n\(two)\r\n\r\n", "\u{FEFF}\(one)\n\(two)\n",
            "\u{FEFF}\r\n \(one)\n\(two)\r",
        ])
    func lines(text: String) {
        #expect(Feeder.events(text) == [.message(one), .message(two)])
    }

    @Test("Blanks behind a message are left to the reader of the message, which ignores them")
    func blanksBehind() {
        #expect(Feeder.events("\(one) \t\n") == [.message("\(one) \t")])
    }

    @Test("A carriage return within a line does not end it")
    func carriageReturn() {
        #expect(Feeder.events("{\r\"id\":1}\n[]\n") == [.message("{\r\"id\":1}"), .message("[]")])
    }

    @Test(
        "Input of nothing, or of nothing but blanks, holds no message",
        arguments: ["", "\n", " \r\n\t", "\u{FEFF}", "\u{FEFF}\n"])
    func nothing(text: String) { #expect(Feeder.events(text).isEmpty) }

    @Test(
        "A first byte that is neither a bracket nor a letter means lines",
        arguments: ["1", "\"a\"", "-", "é", "#", "]", "\u{0}"])
    func otherFirstBytes(text: String) {
        #expect(Feeder.events("\(text)\n\(one)\n") == [.message(text), .message(one)])
    }

    @Test("A byte order mark counts as one only at the very start, and only when it is whole")
    func byteOrderMarks() {
        #expect(Feeder.events("\(one)\n\u{FEFF}\(two)\n") == [.message(one), .message("\u{FEFF}\(two)")])
        #expect(Feeder.events("\u{FEFF}\u{FEFF}\(one)\n") == [.message("\u{FEFF}\(one)")])
        #expect(Feeder.events(" \u{FEFF}\(one)\n") == [.message("\u{FEFF}\(one)")])
        #expect(Feeder.events([[0xEF, 0xBB]]).count == 1)
        #expect(Feeder.events([[0xEF], [0x0A], Array("\(one)\n".utf8)]).count == 2)
        #expect(Feeder.events([[0xEF, 0xBB, 0x0A], Array("\(one)\n".utf8)]).last == .message(one))
    }

    @Test("Once there are lines there are only lines, also behind a letter")
    func lettersLater() {
        #expect(
            Feeder.events("\(one)\nContent-Length: 2\n\(two)\n") == [
                .message(one), .message("Content-Length: 2"), .message(two),
            ])
    }

    @Test("A line of the longest length is taken, and one byte more is too long; what follows is read")
    func limit() {
        let longest = "{" + String(repeating: "x", count: 18) + "}"
        for end in ["\n", "\r\n"] {
            #expect(Feeder.events("\(longest)\(end)[]\n", limit: 20) == [.message(longest), .message("[]")])
            #expect(Feeder.events("\(longest)y\(end)[]\n", limit: 20) == [.tooLong, .message("[]")])
        }
        #expect(Feeder.events(longest, limit: 20) == [.message(longest)])
        #expect(Feeder.events("\(longest)y", limit: 20) == [.tooLong])
        #expect(Feeder.events("[]\n\(longest)yyyyyyyyyyyyyyyyyyyyyyyyyyyy", limit: 20) == [.message("[]"), .tooLong])
    }

    @Test("Of a line that is too long no bytes are kept")
    func memory() {
        var feeder = Feeder(limit: 1000)
        feeder.feed("{")
        for _ in 0..<100 {
            feeder.feed(String(repeating: "x", count: 500))
            #expect(feeder.kept <= 1502)
        }
        #expect(feeder.events == [.tooLong])
        feeder.feed("\n[]\n")
        #expect(feeder.events == [.tooLong, .message("[]")])
    }
}

@Suite("Frames with headers are split as section 1 of the protocol says")
struct HeaderTests {
    @Test(
        "Header names in any case, blanks around the value, other headers and bare line feeds are taken",
        arguments: [
            "Content-Length: {n}\r\n\r\n", "content-length: {n}\r\n\r\n", "CONTENT-LENGTH: {n}\r\n\r\n",
            "cOnTeNt-lEnGtH:{n}\r\n\r\n",
            "Content-Length:   {n}  \r\n\r\n", "Content-Length:\t{n}\t\r\n\r\n", "Content-Length : {n}\r\n\r\n",
            "Content-Length: {n}\n\n", "Content-Length: {n}\r\n\n", "Content-Length: {n}\n\r\n",
            "Content-Length: 00{n}\r\n\r\n",
            "Content-Length: {n}\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n",
            "Content-Type: application/json; charset=utf8\r\nContent-Length: {n}\r\n\r\n",
            "X-Trace: 1:2:3\r\nContent-Length: {n}\r\nX-Empty:\r\n\r\n", "X_Y-2: é\r\nContent-Length: {n}\r\n\r\n",
            "Content-Length: {n}\r\nContent-Length: {n}\r\n\r\n", "Content-Length: {n}\r\ncontent-length: 0{n}\r\n\r\n",
            "X-Content-Length: 3\r\nContent-Length: {n}\r\n\r\n",
        ])
    func tolerated(header: String) {
        #expect(Feeder.events(frame(one, header) + frame(two)) == [.message(one), .message(two)])
        #expect(
            Feeder.events("\u{FEFF} \r\n\(frame(one, header))\(frame(two, header))") == [.message(one), .message(two)])
    }

    @Test(
        "A block without a usable length loses the stream, and what follows is not read",
        arguments: [
            "X: 1\r\n\r\n", "\r\n", "Content-Length:\r\n\r\n", "Content-Length: \r\n\r\n", "Content-Length: a\r\n\r\n",
            "Content-Length: -1\r\n\r\n", "Content-Length: +5\r\n\r\n", "Content-Length: 5.0\r\n\r\n",
            "Content-Length: 0x5\r\n\r\n",
            "Content-Length: 5 5\r\n\r\n", "Content-Length: 5,5\r\n\r\n", "Content-Length: ５\r\n\r\n",
            "Content-Length: ²\r\n\r\n",
            "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length: 9223372036854775808\r\n\r\n",
            "Content-Length: 2\r\nContent-Length: 3\r\n\r\n", "Content-Length 2\r\n\r\n", ": 2\r\n\r\n",
            "garbage\r\n\r\n", "{}\r\n\r\n",
            "Content Length: 2\r\n\r\n", " Content-Length: 2\r\n\r\n", "Content-Length: 2\r\n folded: 3\r\n\r\n",
            "Content-Length: 2\r\r\n\r\n",
        ])
    func lost(header: String) {
        #expect(Feeder.events(frame(one) + header + "[]" + frame(two)) == [.message(one), .lost])
    }

    @Test("A header block may have 8,192 bytes with its end, and not one more")
    func headerLimit() {
        func block(_ count: Int) -> String {
            let rest = "Content-Length: 2\r\n\r\n"
            return "X: " + String(repeating: "x", count: count - rest.utf8.count - 5) + "\r\n" + rest
        }
        #expect(block(8192).utf8.count == 8192)
        #expect(Feeder.events(block(8192) + "[]") == [.message("[]")])
        #expect(Feeder.events(block(8193) + "[]") == [.lost])
        #expect(Feeder.events(String(repeating: "x", count: 8191)) == [.lost], "it ends inside the header")
        var feeder = Feeder()
        feeder.feed(String(repeating: "x", count: 8191))
        #expect(feeder.events.isEmpty)
        feeder.feed("x")
        #expect(feeder.events == [.lost])
    }

    @Test("The length counts bytes, and a body may hold anything: line ends, headers, nothing")
    func bodies() {
        for body in [two, "", "\r\n\r\n", "Content-Length: 5\r\n\r\n{}", "\n{}\n", "\u{0}"] {
            #expect(
                Feeder.events(frame(one) + frame(body) + frame(two)) == [.message(one), .message(body), .message(two)])
        }
    }

    @Test("Input that ends inside a body is cut, and inside a header it is lost")
    func cut() {
        #expect(Feeder.events(frame(one) + "Content-Length: 10\r\n\r\n{") == [.message(one), .cut])
        #expect(Feeder.events(frame(one) + "Content-Length: 10\r\n\r\n") == [.message(one), .cut])
        #expect(Feeder.events(frame(one) + "Content-Length: 10\r\n\r") == [.message(one), .lost])
        #expect(Feeder.events(frame(one) + "C") == [.message(one), .lost])
        #expect(Feeder.events(frame(one)) == [.message(one)])
    }

    @Test("A body over the limit is passed over without being kept, whatever its length; what follows is read")
    func limit() {
        let longest = String(repeating: "x", count: 20)
        #expect(Feeder.events(frame(longest) + frame("[]"), limit: 20) == [.message(longest), .message("[]")])
        #expect(Feeder.events(frame(longest + "y") + frame("[]"), limit: 20) == [.tooLong, .message("[]")])
        var feeder = Feeder(limit: 20)
        feeder.feed("Content-Length: 100000\r\n\r\n")
        for _ in 0..<100 {
            #expect(feeder.events == [.tooLong])
            feeder.feed(String(repeating: "x", count: 1000))
            #expect(feeder.kept == 0)
        }
        feeder.feed(frame("[]"))
        #expect(feeder.events == [.tooLong, .message("[]")])
    }

    @Test("The greatest length there is does no harm")
    func greatest() {
        #expect(Feeder.events("Content-Length: \(Int.max)\r\n\r\n{}") == [.tooLong])
        var feeder = Feeder(limit: Int.max)
        feeder.feed("Content-Length: \(Int.max)\r\n\r\n{}")
        #expect(feeder.wanted == Int.max - 2)
        feeder.end()
        #expect(feeder.events == [.cut])
    }

    @Test("What it waits for is what is missing of a body, and at least one byte of anything else")
    func wanted() {
        var feeder = Feeder()
        feeder.feed("Content-Length: 10\r\n")
        #expect(feeder.wanted == 1)
        feeder.feed("\r\n{")
        #expect(feeder.wanted == 9)
        feeder.feed("12345678}Con")
        #expect(feeder.events == [.message("{12345678}")])
        #expect(feeder.wanted == 1)
    }

    @Test("The framing is known as soon as the first byte that is not blank is")
    func framing() {
        var feeder = Feeder()
        feeder.feed(" \r\n")
        #expect(feeder.splitter.framing == nil)
        feeder.feed("C")
        #expect(feeder.splitter.framing == .headers)
    }
}
