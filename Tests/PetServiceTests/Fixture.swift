import EventLoop
import Testing

@testable import PetService

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A folder that is gone after the test, with whatever it holds.
func withFolder(_ body: (String) async throws -> Void) async throws {
    var template = Array("/tmp/pets-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { preconditionFailure("no folder") }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do {
        try await body(path)
    } catch {
        removeTree(path)
        throw error
    }
    removeTree(path)
}

private func removeTree(_ path: String) {
    for name in names(in: path) where unlinkat(path + "/" + name) != 0 { removeTree(path + "/" + name) }
    _ = unsafe rmdir(path)
}

private func unlinkat(_ path: String) -> Int32 { unsafe unlink(path) }

/// What is in a folder, sorted.
func names(in path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let found = unsafe readdir(folder) {
        let name = unsafe withUnsafePointer(to: &found.pointee.d_name) { pointer in
            unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
        }
        if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
}

/// A file's permissions, as in 0o600; nil when it isn't there.
func mode(of path: String) -> UInt32? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? UInt32(status.st_mode) & 0o7777 : nil
}

func contents(of path: String) -> [UInt8] {
    guard let file = unsafe fopen(path, "r") else { return [] }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = unsafe fgetc(file), byte >= 0 { bytes.append(UInt8(byte)) }
    return bytes
}

func write(_ bytes: [UInt8], to path: String, mode: UInt32 = 0o600) {
    guard let file = unsafe fopen(path, "w") else { preconditionFailure("no file \(path)") }
    _ = unsafe fwrite(bytes, 1, bytes.count, file)
    unsafe fclose(file)
    _ = unsafe chmod(path, mode_t(mode))
}

/// A service with everything around it.
struct Fixture {
    let pets: PetService
    let loop: EventLoop
    let api: FakeAPI
    /// Not there yet: the service makes it.
    let cache: String
    /// Of this test alone: its children can be told from other tests' by it.
    let curl: String

    /// Runs `body` with a service that asks `api`, and checks that no child is left.
    static func with(
        _ api: FakeAPI, catAPI: String? = nil, key: String? = nil, dogKey: String? = nil, curl: String? = nil,
        limits: PetService.Limits = PetService.Limits(), _ body: (Fixture) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            try await withLoop { loop in
                let link = folder + "/curl"
                _ = unsafe symlink("/usr/bin/curl", link)
                let program = curl ?? link
                let configuration = try PetConfiguration(
                    catAPI: catAPI ?? api.url, dogAPI: api.url, catKey: key, dogKey: dogKey,
                    cacheDirectory: folder + "/a/b/cache",
                    curl: program)
                let source = CurlSource(program: program, loop: loop)
                let pets = PetService(configuration, loop: loop, source: source, limits: limits)
                let fixture = Fixture(pets: pets, loop: loop, api: api, cache: folder + "/a/b/cache", curl: program)
                do {
                    try await body(fixture)
                } catch {
                    await pets.stop()
                    throw error
                }
                await pets.stop()
                #expect(await fixture.childrenGo(), "children are left")
            }
        }
        api.stop()
    }

    /// Whether no process of this test's curl is left. One that was killed is on its way for a moment; what a child has
    /// started is not waited for by us, but by the system.
    func childrenGo() async -> Bool {
        let end = MonotonicClock.now + 20_000_000_000
        while !children.isEmpty {
            if MonotonicClock.now > end { return false }
            await Task.yield()
        }
        return true
    }

    /// The processes that run this test's curl.
    var children: [Int] {
        names(in: "/proc").compactMap { Int($0) }.filter { process in
            String(decoding: contents(of: "/proc/\(process)/cmdline"), as: UTF8.self).contains(curl)
        }
    }

    /// The failure of an animal's request, or nil.
    func failure(_ query: PetQuery = PetQuery(kind: .cat)) async -> PetFailure? {
        do throws(PetFailure) {
            _ = try await pets.random(query)
            return nil
        } catch {
            return error
        }
    }

    /// The failure of a picture's request, or nil.
    func imageFailure(_ id: String, kind: PetKind = .cat) async -> PetFailure? {
        do throws(PetFailure) {
            _ = try await pets.image(kind: kind, id: id)
            return nil
        } catch {
            return error
        }
    }
}

/// Small pictures with sizes, as in the contract's own tests.
enum Pictures {
    static func gif(_ width: UInt8 = 3, _ height: UInt8 = 4) -> [UInt8] {
        Array("GIF89a".utf8) + [width, 0, height, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x3B]
    }
    static func png(_ width: UInt8 = 5, _ height: UInt8 = 6) -> [UInt8] {
        [0x89] + Array("PNG\r\n\u{1A}\n\0\0\0\rIHDR\0\0\0".utf8) + [width, 0, 0, 0, height, 8, 2, 0, 0, 0]
    }
    static func jpg(_ width: UInt8 = 7, _ height: UInt8 = 8) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
            + [0xFF, 0xC0, 0, 17, 8, 0, height, 0, width, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1, 0xFF, 0xD9]
    }
    static func webp(_ width: UInt8 = 9, _ height: UInt8 = 10) -> [UInt8] {
        Array("RIFF\u{1E}\0\0\0WEBPVP8X\n\0\0\0\0\0\0\0".utf8) + [width - 1, 0, 0, height - 1, 0, 0]
    }
}

/// An animal as a service would write it.
func animal(_ id: String = "ab1", url: String, more: String = "") -> String {
    #"[{"id":"\#(id)","url":"\#(url)","width":640,"height":480\#(more)}]"#
}
