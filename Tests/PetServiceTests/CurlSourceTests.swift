import EventLoop
import Testing

@testable import PetService

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension ChildTests {
    @Suite(.timeLimit(.minutes(10))) struct CurlSourceTests {
        private static let good = FakeAPI.answer(animal(url: "https://a.example/"))

        @Test("a cancelled request ends soon, its process is gone, and the next one works", arguments: [true, false])
        func cancel(isPicture: Bool) async throws {
            let api = FakeAPI { request, connection in
                if request.number == 2 { return connection.hold() }
                _ = connection.send(
                    request.target.hasPrefix("/v1")
                        ? FakeAPI.answer(animal(url: "http://\(request.headers["host"] ?? "")/pic"))
                        : FakeAPI.answer(Pictures.gif()))
            }
            try await Fixture.with(api) { f in
                let pet = try await f.pets.random(PetQuery(kind: .cat))
                let task = Task { isPicture ? await f.imageFailure(pet.id) : await f.failure() }
                await f.api.hits.reaches(2)
                #expect(f.children.count == 1)
                task.cancel()
                // Had it not ended by this, its own time would have, as a timeout.
                #expect(await task.value == .cancelled)
                _ =
                    isPicture
                    ? try await f.pets.image(kind: .cat, id: pet.id).path
                    : try await f.pets.random(PetQuery(kind: .cat)).id
            }
        }

        @Test("a task that is cancelled beforehand starts nothing")
        func cancelledBefore() async throws {
            try await Fixture.with(.always(Self.good)) { f in
                let gate = Counter()
                let task = Task {
                    await gate.reaches(1)
                    return await f.failure()
                }
                task.cancel()
                gate.add()
                #expect(await task.value == .cancelled)
                #expect(f.api.requests.isEmpty)
            }
        }

        @Test("eight run at once, 64 wait, and more are refused; all are answered")
        func many() async throws {
            let gate = Counter()
            let api = FakeAPI { _, connection in
                gate.wait(1)
                _ = connection.send(Self.good)
            }
            try await Fixture.with(api, limits: PetService.Limits(searchTime: 50_000_000_000)) { f in
                let refused = await withTaskGroup { group in
                    for _ in 0..<100 { group.addTask { await f.failure() } }
                    await f.api.hits.reaches(8)
                    var failures: [PetFailure] = []
                    // 28 come at once; the others once the gate is open.
                    for _ in 0..<28 { if let failure = await group.next(), let failure { failures.append(failure) } }
                    #expect(f.api.requests.count == 8)
                    #expect(f.children.count == 8)
                    gate.add()
                    for await failure in group { #expect(failure == nil) }
                    return failures
                }
                #expect(refused == Array(repeating: .unavailable(reason: .rateLimited, retryAfter: 1), count: 28))
                #expect(f.api.requests.count == 72)
            }
        }

        @Test("who waits for a free process waits no longer than its time")
        func waiting() async throws {
            let api = FakeAPI { _, connection in connection.hold() }
            try await Fixture.with(api, limits: PetService.Limits(searchTime: 700_000_000)) { f in
                await withTaskGroup { group in
                    for _ in 0..<12 { group.addTask { await f.failure() } }
                    for await failure in group { #expect(failure == .unavailable(reason: .timeout)) }
                }
            }
        }

        @Test("stop ends everything, and nothing starts afterwards")
        func stop() async throws {
            let api = FakeAPI { _, connection in connection.hold() }
            try await Fixture.with(api) { f in
                let tasks = (0..<12).map { _ in Task { await f.failure() } }
                await f.api.hits.reaches(8)
                await f.pets.stop()
                #expect(await f.childrenGo())
                for task in tasks { #expect(await task.value == .cancelled) }
                #expect(await f.failure() == .cancelled)
            }
        }

        @Test("neither key nor url is among the arguments, and the child has no descriptor but its own")
        func arguments() async throws {
            try await withFolder { folder in
                let script = folder + "/curl"
                let text = """
                    #!/bin/sh
                    printf '%s\\n' "$@" > \(folder)/arguments
                    env > \(folder)/environment
                    ls /proc/self/fd > \(folder)/descriptors
                    exec curl "$@"
                    """
                write(Array(text.utf8), to: script, mode: 0o700)
                try await Fixture.with(.always(Self.good), key: "secret_4711", curl: script) { f async throws in
                    #expect(try await f.pets.random(PetQuery(kind: .cat)).id == "ab1")
                    #expect(f.api.requests[0].headers["x-api-key"] == "secret_4711")
                }
                #expect(String(decoding: contents(of: folder + "/arguments"), as: UTF8.self) == "-q\n--config\n-\n")
                #expect(!String(decoding: contents(of: folder + "/environment"), as: UTF8.self).contains("4711"))
                // 3 is the lifeline, 4 is what ls reads the folder with.
                #expect(String(decoding: contents(of: folder + "/descriptors"), as: UTF8.self) == "0\n1\n2\n3\n4\n")
            }
        }

        #if os(Linux)
            @Test("a child doesn't outlive the other end of its lifeline")
            func lifeline() async throws {
                let child = try ChildProcess(["sleep", "50"], input: [], hidden: [])
                #expect(ChildProcess.reap(child.id) == nil)
                child.closePipes()
                var status: Int32?
                while status == nil { status = ChildProcess.reap(child.id) }
                #expect(status == 128 + SIGKILL)
            }
        #endif

        @Test("variables that hold keys are not handed on, others are")
        func environment() throws {
            let child = try ChildProcess(["env"], input: [], hidden: ["HOME", "PAT"])
            defer { child.closePipes() }
            var text: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                var end = pollfd(fd: child.output, events: Int16(POLLIN), revents: 0)
                guard unsafe poll(&end, 1, 10_000) > 0, let count = ChildProcess.read(child.output, into: &buffer),
                    count > 0
                else { break }
                text += buffer[..<count]
            }
            var status: Int32?
            while status == nil { status = ChildProcess.reap(child.id) }
            #expect(status == 0)
            let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
            #expect(lines.contains { $0.hasPrefix("PATH=") })
            #expect(!lines.contains { $0.hasPrefix("HOME=") })
        }

        @Test("a client that starts others, or goes on for ever, is ended with all of them")
        func hostileClient() async throws {
            try await withFolder { folder in
                let script = folder + "/curl"
                write(Array("#!/bin/sh\nsh -c 'sleep 40; exit' \(script) &\nwait\n".utf8), to: script, mode: 0o700)
                try await Fixture.with(
                    .always(Self.good), curl: script, limits: PetService.Limits(searchTime: 500_000_000)
                ) { f in
                    #expect(await f.failure() == .unavailable(reason: .timeout))
                }
            }
        }

        @Test("a client that fails, says nonsense, or closes its output and stays, is no answer")
        func brokenClient() async throws {
            for (body, reason) in [
                ("exit 2", PetFailureReason.noClient), ("echo x >&2; exit 0", .badAnswer), ("exit 0", .badAnswer),
                ("exec >&- 2>&-; sleep 30", .timeout),
                ("kill -9 $$", .noClient), ("cat >&2", .badAnswer),
            ] {
                try await withFolder { folder in
                    write(Array("#!/bin/sh\n\(body)\n".utf8), to: folder + "/curl", mode: 0o700)
                    try await Fixture.with(
                        .always(Self.good), curl: folder + "/curl", limits: PetService.Limits(searchTime: 1_500_000_000)
                    ) { f in
                        #expect(await f.failure() == .unavailable(reason: reason), "\(body)")
                    }
                }
            }
        }

        @Test("what is quoted reaches curl as it is")
        func quoting() {
            #expect(CurlConfig.quoted("a\"b\\c\nd\re\tf\u{B}g\0h") == #""a\"b\\c\nd\re\tf\vgh""#)
            #expect(CurlConfig.quoted("ü#{}[] = : '") == "\"ü#{}[] = : '\"")
        }

        @Test("a config is one option a line, whatever the url and the key are")
        func config() throws {
            let address = try #require(WebAddress("https://a.example/\"x\\y?output=z"))
            let request = PetRequest(address: address, key: "k\"\\", deadline: 0, limit: 5)
            let lines = CurlConfig.text(request, nanoseconds: 1_002_999_999).split(
                separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.contains("max-time = 1.002"))
            #expect(lines.contains("proto = \"=https\""))
            #expect(lines.contains(#"header = "x-api-key: k\"\\""#))
            #expect(lines.contains("url = \"https://a.example:443/%22x%5Cy?output=z\""))
            #expect(!lines.contains { $0.hasPrefix("noproxy") })
            #expect(lines.last == "")
        }
    }
}
