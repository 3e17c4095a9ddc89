import Testing

@testable import PetService

extension ChildTests {
    @Suite(.timeLimit(.minutes(10))) struct PictureTests {
        /// Gives animals with a url below itself, and answers everything else with `picture`.
        private static func api(_ picture: @escaping @Sendable (FakeAPI.Request, FakeAPI.Connection) -> Void) -> FakeAPI
        {
            FakeAPI { request, connection in
                guard request.target.hasPrefix("/v1") else { return picture(request, connection) }
                _ = connection.send(FakeAPI.answer(animal(url: "http://\(request.headers["host"] ?? "")/pic/x.bin")))
            }
        }

        private static func api(_ picture: [UInt8]) -> FakeAPI { api { _, connection in _ = connection.send(picture) } }

        @Test("a picture is loaded once, without the key, and found again by another process")
        func load() async throws {
            try await Fixture.with(
                Self.api(FakeAPI.answer(Pictures.webp(), headers: "Content-Type: text/html\r\n")), key: "secret"
            ) { f in
                let pet = try await f.pets.random(PetQuery(kind: .cat))
                let image = try await f.pets.image(kind: .cat, id: pet.id)
                #expect(
                    image.mimeType == "image/webp" && image.width == 9 && image.height == 10
                        && image.byteCount == Pictures.webp().count)
                #expect(image.path.hasPrefix(f.cache + "/") && contents(of: image.path) == Pictures.webp())
                #expect(try await f.pets.image(kind: .cat, id: pet.id) == image)
                #expect(f.api.requests.map { $0.headers["x-api-key"] } == ["secret", nil])
                let other = PetService(
                    try PetConfiguration(catAPI: FakeAPI.deadURL(), cacheDirectory: f.cache, curl: f.curl), loop: f.loop
                )
                #expect(try await other.image(kind: .cat, id: pet.id) == image)
                await other.stop()
            }
        }

        @Test("a picture of an id that was never given is not there")
        func unknown() async throws {
            try await Fixture.with(Self.api([])) { f in
                for id in ["never", "../../etc/passwd", "", "\0"] {
                    #expect(await f.imageFailure(id) == .notFound(id: id))
                }
                _ = try await f.pets.random(PetQuery(kind: .cat))
                #expect(await f.imageFailure("ab1", kind: .dog) == .notFound(id: "ab1"))
                #expect(f.api.requests.count == 1)
            }
        }

        @Test("bundled pets have their pictures")
        func bundled() async throws {
            try await Fixture.with(Self.api([])) { f in
                for picture in BundledPicture.all {
                    let kind: PetKind = picture.isCat ? .cat : .dog
                    for _ in 0..<2 {
                        let image = try await f.pets.image(kind: kind, id: picture.id)
                        #expect(image.mimeType == "image/png" && image.width == picture.width)
                        #expect(contents(of: image.path) == Base64.decode(picture.base64))
                    }
                }
                #expect(f.api.requests.isEmpty && f.children.isEmpty)
            }
        }

        @Test(
            "what is no picture is refused, and no part of it stays",
            arguments: [
                (FakeAPI.answer("<html>", headers: "Content-Type: image/gif\r\n"), .badAnswer, nil),
                (FakeAPI.answer(""), .badAnswer, nil),
                (FakeAPI.answer(Pictures.gif(), length: 999), .badAnswer, nil),
                (FakeAPI.answer("", status: "404 No"), .http, 404),
                (FakeAPI.answer("", status: "302 Found", headers: "Location: file:///etc/passwd\r\n"), .badAnswer, 302),
                (FakeAPI.answer(Pictures.gif() + [UInt8](repeating: 0, count: 20_000)), .tooLarge, nil),
            ] as [([UInt8], PetFailureReason, Int?)])
        func refused(answer: [UInt8], reason: PetFailureReason, status: Int?) async throws {
            try await Fixture.with(Self.api(answer), limits: PetService.Limits(picture: 10_000)) { f in
                let pet = try await f.pets.random(PetQuery(kind: .cat))
                #expect(await f.imageFailure(pet.id) == .unavailable(reason: reason, status: status))
                #expect(names(in: f.cache).map { $0.hasSuffix(".json") } == [true])
            }
        }

        @Test("a picture without end is too large at 16 MiB, and one of 16 MiB is kept")
        func large() async throws {
            let whole = Pictures.gif() + [UInt8](repeating: 0, count: (16 << 20) - Pictures.gif().count)
            let api = Self.api { request, connection in
                if request.number == 2 {
                    connection.send("HTTP/1.1 200 OK\r\n\r\n")
                    _ = connection.send(Pictures.gif())
                    return connection.sendForever()
                }
                _ = connection.send(FakeAPI.answer(whole))
            }
            try await Fixture.with(api) { f in
                let pet = try await f.pets.random(PetQuery(kind: .cat))
                #expect(await f.imageFailure(pet.id) == .unavailable(reason: .tooLarge))
                #expect(names(in: f.cache).count == 1)
                #expect(try await f.pets.image(kind: .cat, id: pet.id).byteCount == 16 << 20)
            }
        }

        @Test("a service elsewhere can't make the server load from this machine or the local network")
        func inside() async throws {
            let source = #""https://api.thecatapi.com" is not asked: the note is written by hand"#
            try await Fixture.with(Self.api(FakeAPI.answer(Pictures.gif())), catAPI: PetConfiguration.catAPI) { f in
                for (number, url) in [
                    "\(f.api.url)/x", "https://localhost:\(f.api.port)/x", "https://2130706433/",
                    "http://cdn2.thecatapi.com/x",
                ].enumerated() {
                    let pet = Pet(
                        id: "\(number)", kind: .cat, url: url, width: nil, height: nil, mimeType: nil, breeds: [],
                        favourite: nil, source: .network)
                    await PetCache(f.cache).remember(pet)
                    #expect(await f.imageFailure("\(number)") == .unavailable(reason: .badAnswer), "\(source)")
                }
                #expect(f.api.requests.isEmpty)
            }
        }

        @Test("a cache that can't be written is told, and animals come nevertheless")
        func unwritable() async throws {
            try await Fixture.with(Self.api(FakeAPI.answer(Pictures.gif()))) { f in
                // Its parent's place is taken by a file.
                write([], to: String(f.cache.dropLast("/b/cache".count)))
                let pet = try await f.pets.random(PetQuery(kind: .cat))
                #expect(await f.imageFailure(pet.id) == .cacheUnusable(path: f.cache, isFull: false))
            }
        }
    }
}
