import EventLoop
import Testing

@testable import PetService

extension ChildTests {
    @Suite(.timeLimit(.minutes(10))) struct PetServiceTests {
        private static let picture = "https://cdn.example/a.jpg"

        @Test("an animal comes from the service, and nothing happens before it is asked for")
        func animalFromNetwork() async throws {
            try await Fixture.with(.always(FakeAPI.answer(animal(url: Self.picture)))) { f in
                #expect(f.api.requests.isEmpty && f.children.isEmpty && mode(of: f.cache) == nil)
                let pet = try await f.pets.random(PetQuery(kind: .dog))
                #expect(
                    pet.id == "ab1" && pet.kind == .dog && pet.url == Self.picture && pet.width == 640
                        && pet.source == .network)
                #expect(f.api.requests.map(\.target) == ["/v1/images/search?limit=1&size=med"])
                #expect(f.api.requests[0].headers["x-api-key"] == nil)
                #expect(f.api.requests[0].headers["user-agent"] == "todo-server")
                #expect(mode(of: f.cache) == 0o700)
            }
        }

        @Test("what is wanted is asked for")
        func query() {
            #expect(PetService.path(PetQuery(kind: .cat)) == "/v1/images/search?limit=1&size=med")
            let all = PetQuery(kind: .cat, size: .full, formats: [.gif, .png, .gif], hasBreeds: true)
            #expect(PetService.path(all) == "/v1/images/search?limit=1&size=full&mime_types=png,gif&has_breeds=1")
            #expect(
                PetService.path(PetQuery(kind: .dog, size: .thumb, hasBreeds: false))
                    == "/v1/images/search?limit=1&size=thumb&has_breeds=0")
        }

        @Test(
            "bad answers are told apart",
            arguments: [
                (FakeAPI.answer("<html>"), .badAnswer, nil, nil), (FakeAPI.answer("[]"), .badAnswer, nil, nil),
                (FakeAPI.answer(""), .badAnswer, nil, nil),
                (FakeAPI.answer(animal(url: picture), length: 500), .badAnswer, nil, nil),
                (Array("SSH-2.0-x\r\n".utf8), .badAnswer, nil, nil), ([], .offline, nil, nil),
                (Array("HTTP/1.1 200 OK\r\n\r\n[{".utf8), .badAnswer, nil, nil),
                (FakeAPI.answer("", status: "204 No Content"), .badAnswer, nil, nil),
                (FakeAPI.answer(animal(url: "file:///etc/passwd")), .badAnswer, nil, nil),
                (FakeAPI.answer("", status: "302 Found"), .badAnswer, 302, nil),
                (FakeAPI.answer("", status: "304 Not Modified"), .badAnswer, 304, nil),
                (FakeAPI.answer("x", status: "500 No"), .http, 500, nil),
                (FakeAPI.answer("x", status: "503 No", headers: "Retry-After: 7\r\n"), .http, 503, 7),
                (FakeAPI.answer("x", status: "401 No"), .http, 401, nil),
                (FakeAPI.answer("", status: "404 No", length: 9_999_999), .http, 404, nil),
            ] as [([UInt8], PetFailureReason, Int?, Int?)])
        func bad(answer: [UInt8], reason: PetFailureReason, status: Int?, retryAfter: Int?) async throws {
            try await Fixture.with(.always(answer)) { f in
                #expect(await f.failure() == .unavailable(reason: reason, status: status, retryAfter: retryAfter))
                #expect(
                    await f.failure(PetQuery(kind: .cat, allowOffline: true))
                        == (reason == .offline || status == 500 || status == 503
                            ? nil : .unavailable(reason: reason, status: status, retryAfter: retryAfter)))
            }
        }

        @Test("a chunked answer is whole when it ends, and cut when it doesn't")
        func chunked() async throws {
            let body = animal(url: Self.picture)
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
            let chunk = String(body.utf8.count, radix: 16) + "\r\n" + body + "\r\n"
            let api = FakeAPI { request, connection in
                connection.send(head + chunk + (request.number == 1 ? "0\r\nTrailer: x\r\n\r\n" : ""))
            }
            try await Fixture.with(api) { f async throws in
                #expect(try await f.pets.random(PetQuery(kind: .cat)).id == "ab1")
                #expect(await f.failure() == .unavailable(reason: .badAnswer))
            }
        }

        @Test("an answer without end is too large, whether it tells its length or not")
        func endless() async throws {
            let api = FakeAPI { request, connection in
                connection.send(
                    "HTTP/1.1 200 OK\r\n" + (request.number == 1 ? "Content-Length: 99999999\r\n\r\n" : "\r\n"))
                connection.sendForever()
            }
            try await Fixture.with(api) { f in
                for _ in 0..<2 { #expect(await f.failure() == .unavailable(reason: .tooLarge)) }
            }
        }

        @Test("a head without end is no answer, and an error's endless body is not waited for")
        func endlessHead() async throws {
            let api = FakeAPI { request, connection in
                connection.send(request.number == 1 ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 500 No\r\n\r\n")
                let line = Array(("x: " + String(repeating: "y", count: 1000) + "\r\n").utf8)
                while connection.send(line) {}
            }
            try await Fixture.with(api) { f in
                #expect([.unavailable(reason: .badAnswer), .unavailable(reason: .offline)].contains(await f.failure()))
                #expect(await f.failure() == .unavailable(reason: .http, status: 500))
            }
        }

        @Test("a service that doesn't come to an end is a timeout", arguments: [true, false])
        func slow(isHeadMissing: Bool) async throws {
            let api = FakeAPI { _, connection in
                if !isHeadMissing { connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n") }
                isHeadMissing ? connection.hold() : connection.trickle([UInt8](repeating: 32, count: 10_000))
            }
            try await Fixture.with(api, limits: PetService.Limits(searchTime: 700_000_000)) { f async throws in
                let start = MonotonicClock.now
                #expect(await f.failure() == .unavailable(reason: .timeout))
                let milliseconds = (MonotonicClock.now - start) / 1_000_000
                #expect(milliseconds >= 690)
                // The next one is not held up.
                #expect(try await f.pets.random(PetQuery(kind: .cat, allowOffline: true)).source == .bundled)
            }
        }

        @Test("the time is for all redirects together")
        func slowRedirects() async throws {
            let api = FakeAPI { request, connection in
                if request.number == 3 { return connection.hold() }
                _ = connection.send(FakeAPI.answer("", status: "302 Found", headers: "Location: /next\r\n"))
            }
            try await Fixture.with(api, limits: PetService.Limits(searchTime: 2_000_000_000)) { f in
                #expect(await f.failure() == .unavailable(reason: .timeout))
                #expect((1...3).contains(f.api.requests.count))
            }
        }

        @Test("no connection is offline, and no curl is no client")
        func offline() async throws {
            try await Fixture.with(.always([]), catAPI: FakeAPI.deadURL()) { f in
                #expect(await f.failure() == .unavailable(reason: .offline))
            }
            try await Fixture.with(.always([]), catAPI: "https://nothing.invalid") { f in
                #expect(await f.failure() == .unavailable(reason: .offline))
            }
            for curl in ["/nonexistent/curl", "curl-that-is-not-on-path", "/etc/passwd"] {
                try await Fixture.with(.always([]), curl: curl) { f in
                    #expect(await f.failure() == .unavailable(reason: .noClient))
                }
            }
        }

        @Test("after a 429 the answer is immediate for that kind, until the time is over")
        func rateLimit() async throws {
            let api = FakeAPI { request, connection in
                _ = connection.send(
                    request.number == 1
                        ? FakeAPI.answer("", status: "429 Too Many Requests", headers: "Retry-After-Seconds: 2\r\n")
                        : FakeAPI.answer(animal(url: Self.picture)))
            }
            try await Fixture.with(api) { f async throws in
                #expect(await f.failure() == .unavailable(reason: .rateLimited, status: 429, retryAfter: 2))
                guard case .unavailable(reason: .rateLimited, status: 429, retryAfter: let rest?)? = await f.failure()
                else {
                    Issue.record("not held up")
                    return
                }
                #expect((1...2).contains(rest))
                #expect(f.api.requests.count == 1)
                #expect(try await f.pets.random(PetQuery(kind: .cat, allowOffline: true)).source == .bundled)
                #expect(try await f.pets.random(PetQuery(kind: .dog)).source == .network)
                await f.pets.endWaits()
                #expect(try await f.pets.random(PetQuery(kind: .cat)).source == .network)
            }
        }

        @Test(
            "a 429 that doesn't tell is a minute",
            arguments: [
                ("", 60), ("Retry-After: soon\r\n", 60), ("Retry-After: x\r\nRetry-After-Seconds: 9\r\n", 9),
                ("Retry-After: 99999999\r\n", 86_400),
            ])
        func rateLimitHeaders(headers: String, seconds: Int) async throws {
            try await Fixture.with(.always(FakeAPI.answer("", status: "429 No", headers: headers))) { f in
                #expect(await f.failure() == .unavailable(reason: .rateLimited, status: 429, retryAfter: seconds))
            }
        }

        @Test("pets that were seen are given when the network fails, also by another process, and others never")
        func offlinePets() async throws {
            let api = FakeAPI { request, connection in
                _ = connection.send(
                    request.number == 1
                        ? FakeAPI.answer(animal(url: Self.picture)) : FakeAPI.answer("", status: "502 No"))
            }
            try await Fixture.with(api) { f in
                let query = PetQuery(kind: .cat, allowOffline: true)
                let first = try await f.pets.random(query)
                #expect(first.source == .network)
                #expect(try await f.pets.random(query) == first.from(.cache))
                let other = PetService(
                    try PetConfiguration(
                        catAPI: FakeAPI.deadURL(), dogAPI: FakeAPI.deadURL(), cacheDirectory: f.cache, curl: f.curl),
                    loop: f.loop)
                #expect(try await other.random(query) == first.from(.cache))
                #expect(
                    try await other.random(PetQuery(kind: .cat, formats: [.png], allowOffline: true)).source == .bundled
                )
                let dog = try await other.random(PetQuery(kind: .dog, allowOffline: true))
                #expect(dog.source == .bundled && dog.kind == .dog)
                await other.stop()
            }
        }

        @Test("two requests are answered as their answers come, each with its own")
        func order() async throws {
            let gate = Counter()
            let api = FakeAPI { request, connection in
                if request.number == 1 { gate.wait(1) }
                _ = connection.send(FakeAPI.answer(animal("a\(request.number)", url: Self.picture)))
            }
            try await Fixture.with(api) { f async throws in
                async let first = f.pets.random(PetQuery(kind: .cat))
                await f.api.hits.reaches(1)
                #expect(try await f.pets.random(PetQuery(kind: .cat)).id == "a2")
                gate.add()
                #expect(try await first.id == "a1")
            }
        }
    }
}

extension PetService {
    /// As if all 429s' time had passed.
    func endWaits() { waits = waits.mapValues { _ in MonotonicClock.now } }
}
