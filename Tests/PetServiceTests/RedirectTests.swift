import Testing

@testable import PetService

extension ChildTests {
    @Suite(.timeLimit(.minutes(10))) struct RedirectTests {
        private static let key = "live_secret_4711\"\\ü".filter(\.isASCII)

        private static func redirect(_ to: String) -> [UInt8] {
            FakeAPI.answer("", status: "302 Found", headers: "Location: \(to)\r\n")
        }

        @Test("each service gets its own key, in a header as it is")
        func keys() async throws {
            try await Fixture.with(
                .always(FakeAPI.answer(animal(url: "https://a.example/"))), key: Self.key, dogKey: "dog"
            ) { f in
                _ = try await f.pets.random(PetQuery(kind: .cat))
                _ = try await f.pets.random(PetQuery(kind: .dog))
                #expect(f.api.requests.map { $0.headers["x-api-key"] } == [Self.key, "dog"])
            }
        }

        @Test("a redirect within the host takes the key along; one that leaves loses it for good")
        func redirects() async throws {
            let other = FakeAPI { request, connection in
                _ = connection.send(
                    request.number == 1
                        ? Self.redirect(request.headers["host"].map { _ in "/y" } ?? "")
                        : Self.redirect("\(request.target)"))
            }
            let api = FakeAPI { request, connection in
                switch request.target {
                case "/same": _ = connection.send(Self.redirect("http://localhost:\(other.port)/x"))
                default: _ = connection.send(Self.redirect("same"))
                }
            }
            // /v1/images/same is not /same: relative to the folder; the script sends everything else to "same" again.
            try await Fixture.with(api, key: Self.key) { f in
                #expect(await f.failure() == .unavailable(reason: .badAnswer))
                #expect(
                    f.api.requests.map(\.target) == ["/v1/images/search?limit=1&size=med"]
                        + Array(repeating: "/v1/images/same", count: 3))
                #expect(f.api.requests.allSatisfy { $0.headers["x-api-key"] == Self.key })
            }
            let leaving = FakeAPI { request, connection in
                _ = connection.send(Self.redirect("http://localhost:\(other.port)/x"))
            }
            try await Fixture.with(leaving, key: Self.key) { f in
                #expect(await f.failure() == .unavailable(reason: .badAnswer))
                #expect(f.api.requests.count == 1)
                #expect(f.api.requests[0].headers["x-api-key"] == Self.key)
                #expect(other.requests.map(\.target) == ["/x", "/y", "/y"])
                #expect(
                    other.requests.allSatisfy { request in !request.headers.values.contains { $0.contains("4711") } })
            }
            other.stop()
        }

        @Test("the key is not sent again where the way leads back")
        func wayBack() async throws {
            let back = Counter()
            let holder = Holder()
            let other = FakeAPI { _, connection in _ = connection.send(Self.redirect(holder.url + "/back")) }
            let api = FakeAPI { request, connection in
                if request.target == "/back" { back.add() }
                _ = connection.send(
                    request.target == "/back"
                        ? FakeAPI.answer(animal(url: "https://a.example/")) : Self.redirect(other.url + "/x"))
            }
            holder.set(api.url)
            try await Fixture.with(api, key: Self.key) { f async throws in
                #expect(try await f.pets.random(PetQuery(kind: .cat)).id == "ab1")
                #expect(back.count == 1)
                #expect(f.api.requests.map { $0.headers["x-api-key"] } == [Self.key, nil])
                #expect(other.requests.map { $0.headers["x-api-key"] } == [nil])
            }
            other.stop()
        }

        @Test(
            "a redirect to another scheme, to the local network or to nowhere is a bad answer",
            arguments: [
                "file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1:1/x",
                "http://169.254.169.254/latest/meta-data", "http://[fe80::1]/x",
                "http://example.com/", "http://user@127.0.0.1/", "", "http://", "dict://127.0.0.1:11211/stat",
            ])
        func elsewhere(location: String) async throws {
            try await Fixture.with(.always(Self.redirect(location)), key: Self.key) { f in
                #expect(await f.failure() == .unavailable(reason: .badAnswer, status: 302))
                #expect(f.api.requests.count == 1)
            }
        }

        @Test("a redirect loop ends after four requests")
        func loop() async throws {
            try await Fixture.with(.always(Self.redirect("/v1/images/search?again"))) { f in
                #expect(await f.failure() == .unavailable(reason: .badAnswer))
                #expect(f.api.requests.count == 4)
            }
        }
    }
}
