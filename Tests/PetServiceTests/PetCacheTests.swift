import Testing

@testable import PetService

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite(.timeLimit(.minutes(10))) struct PetCacheTests {
    private func pet(_ id: String, _ kind: PetKind = .cat, mimeType: String? = nil) -> Pet {
        Pet(
            id: id, kind: kind, url: "https://a.example/x", width: nil, height: nil, mimeType: mimeType, breeds: [],
            favourite: nil, source: .network)
    }

    /// Sets a file's time of change to so many seconds since 1970.
    private func age(_ path: String, _ seconds: Int) {
        var times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
        #expect(unsafe utimensat(AT_FDCWD, path, &times, 0) == 0)
    }

    @Test("a picture is kept as it came, for its owner only, under a name that tells nothing")
    func keep() async throws {
        try await withFolder { folder in
            let path = folder + "/x/y/pets"
            let cache = PetCache(path)
            let id = "../../../etc/passwd\0'; rm"
            #expect(await cache.picture(.cat, id) == nil)
            #expect(names(in: folder) == [])
            let kept = try await cache.keep(Pictures.jpg(), .cat, id)
            #expect(kept.path.hasPrefix(path + "/cat-") && kept.path.hasSuffix(".jpg"))
            #expect(
                kept.mimeType == "image/jpeg" && kept.byteCount == Pictures.jpg().count && kept.width == 7
                    && kept.height == 8)
            #expect(contents(of: kept.path) == Pictures.jpg())
            #expect(mode(of: kept.path) == 0o600)
            for made in ["/x", "/x/y", "/x/y/pets"] { #expect(mode(of: folder + made) == 0o700) }
            #expect(names(in: path).count == 1)
            #expect(await PetCache(path).picture(.cat, id) == kept)
            #expect(await cache.picture(.dog, id) == nil)
        }
    }

    @Test("what is no picture leaves nothing behind")
    func refuse() async throws {
        try await withFolder { folder in
            await #expect(throws: PetFailure.unavailable(reason: .badAnswer)) {
                try await PetCache(folder).keep(Array("<html>".utf8), .cat, "a")
            }
            #expect(names(in: folder) == [])
        }
    }

    @Test("the oldest pictures go when there is no room, and nobody else's files")
    func room() async throws {
        try await withFolder { folder in
            let cache = PetCache(folder, maximumBytes: 10_000)
            let big = Pictures.gif() + [UInt8](repeating: 0, count: 2986)
            write([UInt8](repeating: 1, count: 50_000), to: folder + "/mine.jpg")
            for (number, id) in ["a", "b", "c"].enumerated() {
                age(try await cache.keep(big, .cat, id).path, 1_000_000 + number)
            }
            #expect(names(in: folder).count == 4)
            _ = try await cache.keep(big, .dog, "d")
            #expect(await cache.picture(.cat, "a") == nil)
            for id in ["b", "c"] { #expect(await cache.picture(.cat, id) != nil) }
            #expect(await cache.picture(.dog, "d") != nil)
            #expect(names(in: folder).contains("mine.jpg"))
        }
    }

    @Test(
        "five hundred pets of a kind are remembered, by every process, and the oldest are forgotten with their pictures"
    )
    func notes() async throws {
        try await withFolder { folder in
            let cache = PetCache(folder)
            for number in 0..<500 {
                await cache.remember(pet("\(number)"))
                if number == 0 {
                    _ = try await cache.keep(Pictures.gif(), .cat, "0")
                    for name in names(in: folder) { age(folder + "/" + name, 1_000_000) }
                }
            }
            await cache.remember(pet("x", .dog))
            #expect(await PetCache(folder).pet(.cat, "0")?.source == .cache)
            await cache.remember(pet("500"))
            #expect(await cache.pet(.cat, "0") == nil)
            #expect(await cache.picture(.cat, "0") == nil)
            for id in ["1", "499", "500"] { #expect(await PetCache(folder).pet(.cat, id)?.id == id) }
            #expect(await cache.pet(.dog, "x")?.kind == .dog)
            #expect(names(in: folder).count == 501)
        }
    }

    @Test("an offline pet is one that fits, best with its picture")
    func anyPet() async throws {
        try await withFolder { folder in
            let cache = PetCache(folder)
            #expect(await cache.anyPet(.cat) { _ in true } == nil)
            for number in 0..<20 { await cache.remember(pet("\(number)", mimeType: "image/png")) }
            await cache.remember(pet("gif", mimeType: "image/gif"))
            _ = try await cache.keep(Pictures.gif(), .cat, "7")
            for _ in 0..<5 { #expect(await cache.anyPet(.cat) { _ in true }?.id == "7") }
            #expect(await cache.anyPet(.cat) { PetQuery(kind: .cat, formats: [.gif]).fits($0) }?.id == "gif")
            #expect(await cache.anyPet(.cat) { PetQuery(kind: .cat, hasBreeds: true).fits($0) } == nil)
            #expect(await cache.anyPet(.dog) { _ in true } == nil)
        }
    }

    @Test("links, pipes and folders in a file's place are neither followed nor waited for")
    func places() async throws {
        try await withFolder { folder in
            let cache = PetCache(folder + "/pets")
            let path = try await cache.keep(Pictures.gif(), .cat, "a").path
            write(Pictures.gif(9, 9), to: folder + "/elsewhere")
            _ = unsafe unlink(path)
            _ = unsafe symlink(folder + "/elsewhere", path)
            #expect(await cache.picture(.cat, "a") == nil)
            #expect(try await cache.keep(Pictures.gif(), .cat, "a").width == 3)
            #expect(contents(of: folder + "/elsewhere") == Pictures.gif(9, 9))
            _ = unsafe unlink(path)
            _ = unsafe mkfifo(path, 0o600)
            #expect(await cache.picture(.cat, "a") == nil)
            _ = unsafe unlink(path)
            _ = unsafe mkdir(path, 0o700)
            #expect(await cache.picture(.cat, "a") == nil)
            await #expect(throws: PetFailure.cacheUnusable(path: folder + "/pets", isFull: false)) {
                try await cache.keep(Pictures.gif(), .cat, "a")
            }
            #expect(names(in: folder + "/pets").count == 1)
        }
    }

    @Test("a cache that is a link to a folder is one; a file or a place below a file is none")
    func folders() async throws {
        try await withFolder { folder async throws in
            _ = unsafe mkdir(folder + "/real", 0o755)
            _ = unsafe symlink(folder + "/real", folder + "/link")
            #expect(
                try await PetCache(folder + "/link").keep(Pictures.gif(), .cat, "a").path.hasPrefix(folder + "/link/"))
            #expect(mode(of: folder + "/real") == 0o755)
            write([1], to: folder + "/file")
            for path in ["/file", "/file/below"] {
                await #expect(throws: PetFailure.cacheUnusable(path: folder + path, isFull: false)) {
                    try await PetCache(folder + path).keep(Pictures.gif(), .cat, "a")
                }
                await PetCache(folder + path).remember(pet("a"))
                #expect(await PetCache(folder + path).pet(.cat, "a") == nil)
            }
            #expect(contents(of: folder + "/file") == [1])
        }
    }

    @Test("what was damaged, or lies about itself, is not there")
    func damaged() async throws {
        try await withFolder { folder in
            let cache = PetCache(folder)
            let path = try await cache.keep(Pictures.gif(), .cat, "a").path
            write(Pictures.png(), to: path)
            #expect(await cache.picture(.cat, "a") == nil)
            #expect(names(in: folder) == [])
            await cache.remember(pet("b"))
            let note = folder + "/" + names(in: folder)[0]
            for text in [
                "", "{", "[]", #"{"kind":"dog","id":"b","url":"https://a.example"}"#,
                #"{"kind":"cat","id":"c","url":"https://a.example"}"#,
            ] {
                write(Array(text.utf8), to: note)
                #expect(await cache.pet(.cat, "b") == nil)
            }
        }
    }

    @Test("half files of a process that was killed go after a while, and fresh ones stay")
    func temporaries() async throws {
        try await withFolder { folder in
            for name in ["old", "new"] { write([1], to: folder + "/" + CacheFolder.temporaryPrefix + name) }
            age(folder + "/" + CacheFolder.temporaryPrefix + "old", 1_000_000)
            await PetCache(folder).remember(pet("a"))
            #expect(names(in: folder).filter { !$0.hasSuffix(".json") } == [CacheFolder.temporaryPrefix + "new"])
        }
    }

    @Test("a relative path is taken from where the server runs")
    func relative() {
        #expect(CacheFolder("a/b").path.hasPrefix("/") && CacheFolder("a/b").path.hasSuffix("/a/b"))
        // A slash with a combining mark behind it.
        #expect(Array(CacheFolder("/\u{300}b").path.utf8) == Array("/\u{300}b".utf8))
    }
}
