import Testing

@testable import PetService

@Suite struct AnswerTests {
    @Test(
        "Retry-After is a number of seconds or one of three dates",
        arguments: [
            ("5", 5), (" 120 ", 120), ("0", 1), ("2.1", 3), ("999999999999999999999", 86_400), ("-5", nil), ("", nil),
            ("soon", nil), ("5 s", nil),
            ("Sun, 06 Nov 1994 08:49:47 GMT", 10), ("Sunday, 06-Nov-94 08:50:37 GMT", 60),
            ("Sun Nov  6 09:49:37 1994", 3600),
            ("Sun, 06 Nov 1994 08:00:00 GMT", 1), ("Sun, 06 Nov 2094 08:49:37 GMT", 86_400),
            ("Sun, 06 Nov 1994 08:49:47", nil),
            ("Sun, 32 Nov 1994 08:49:47 GMT", nil), ("Sun, 06 Foo 1994 08:49:47 GMT", nil),
            ("Sun, 06 Nov 1994 25:49:47 GMT", nil), ("1e400", nil),
        ] as [(String, Int?)])
    func retryAfter(value: String, expected: Int?) {
        #expect(RetryAfter.seconds(value, now: 784_111_777) == expected)
    }

    @Test("dates are right across leap years and centuries")
    func dates() {
        #expect(RetryAfter.date("Thu, 01 Jan 1970 00:00:00 GMT") == 0)
        #expect(RetryAfter.date("Tue, 29 Feb 2000 12:00:00 GMT") == 951_825_600)
        #expect(RetryAfter.date("Mon, 01 Mar 2100 00:00:00 GMT") == 4_107_542_400)
        #expect(RetryAfter.date("Wed, 31 Dec 1969 23:59:59 GMT") == -1)
    }

    @Test("a head is read in pieces of any size, past interim heads and without trailers")
    func head() {
        let bytes = Array(
            "HTTP/1.1 100 Continue\r\nLocation: /no\r\n\r\nHTTP/2 302 \r\nLOCATION:  /yes \r\nRetry-after-Seconds: 7\r\nLocation: /second\r\n\r\nRetry-After: 9\r\n"
                .utf8)
        for size in 1...bytes.count {
            var head = ResponseHead()
            for start in stride(from: 0, to: bytes.count, by: size) {
                head.add(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(head.status == 302)
            #expect(head.location == "/yes")
            #expect(head.wait(now: 0) == 7)
            #expect(!head.isBad)
        }
    }

    @Test(
        "what isn't HTTP, or never ends, is a bad head",
        arguments: ["hello\n", "HTTP/1.1 20 OK\n", "HTTP/1.1 abc\n", "HTTP/1.1\n", "\n"])
    func badHead(text: String) {
        var head = ResponseHead()
        head.add(text.utf8)
        #expect(head.isBad && head.status == nil)
        var endless = ResponseHead()
        endless.add("HTTP/1.1 200 OK\r\n".utf8)
        for _ in 0..<70_000 { endless.add([UInt8(ascii: "x")]) }
        #expect(endless.isBad && endless.status == nil)
    }

    @Test(
        "curl's exit status tells why there is no answer",
        arguments: [
            (6, .offline), (7, .offline), (35, .offline), (60, .offline), (28, .timeout), (63, .tooLarge),
            (18, .badAnswer), (1, .badAnswer),
            (3, .badAnswer), (52, .offline), (56, .offline), (2, .noClient), (127, .noClient), (137, .noClient),
            (255, .noClient), (0, .badAnswer),
        ] as [(Int32, PetFailureReason)])
    func exitStatus(status: Int32, reason: PetFailureReason) {
        var transfer = CurlTransfer(limit: 10)
        #expect(throws: PetFailure.unavailable(reason: reason)) { try transfer.end(status: status).get() }
    }

    @Test("a connection that breaks behind the head has cut the answer")
    func cut() {
        var transfer = CurlTransfer(limit: 10)
        transfer.receive(head: Array("HTTP/1.1 200 OK\r\n\r\n".utf8)[...])
        #expect(throws: PetFailure.unavailable(reason: .badAnswer)) { try transfer.end(status: 56).get() }
    }

    @Test("a body of the limit is taken, one more byte is too much, and an error's body doesn't matter")
    func limit() throws {
        var transfer = CurlTransfer(limit: 10)
        transfer.receive(head: Array("HTTP/1.1 200 OK\r\n\r\n".utf8)[...])
        transfer.receive(body: [1, 2, 3, 4, 5][...])
        transfer.receive(body: [6, 7, 8, 9, 10][...])
        #expect(transfer.outcome == nil)
        #expect(try transfer.end(status: 0).get().body == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
        transfer.receive(body: [11][...])
        #expect(throws: PetFailure.unavailable(reason: .tooLarge)) { try transfer.outcome?.get() }
        var error = CurlTransfer(limit: 10)
        error.receive(head: Array("HTTP/1.1 500 No\r\n\r\n".utf8)[...])
        let outcome = try #require(error.outcome)
        #expect(try outcome.get().status == 500)
    }

    @Test("only an outage lets an offline pet stand in")
    func outages() {
        let stands: [PetFailure] = [
            .unavailable(reason: .offline), .unavailable(reason: .timeout), .unavailable(reason: .noClient),
            .unavailable(reason: .rateLimited, status: 429),
            .unavailable(reason: .http, status: 503),
        ]
        let fails: [PetFailure] = [
            .unavailable(reason: .badAnswer), .unavailable(reason: .tooLarge), .unavailable(reason: .http, status: 401),
            .cancelled, .notFound(id: "x"),
        ]
        #expect(stands.allSatisfy { $0.isOutage })
        #expect(!fails.contains { $0.isOutage })
    }
}
