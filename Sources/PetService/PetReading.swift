internal import JSON

/// Reads what a service says about animals, tolerantly: real answers are messier than the documentation's examples
/// (https://developers.thecatapi.com, "images/search"). The cache's own notes have the same form.
enum PetReading {
    /// Texts longer than this, in bytes, are no ids.
    static let maximumText = 1024
    /// So many breeds are kept.
    static let maximumBreeds = 20

    /// The first animal of an answer to a search; nil when it isn't JSON, or no array, or its first element is no animal.
    ///
    /// Runs on another thread: a megabyte of JSON takes longer than a todo may wait.
    @concurrent static func first(in answer: [UInt8], kind: PetKind) async -> Pet? {
        first(inAnswer: answer, kind: kind)
    }

    static func first(inAnswer answer: [UInt8], kind: PetKind) -> Pet? {
        // A byte order mark is not JSON (RFC 8259, section 8.1), which may be ignored.
        let text = answer.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(answer.dropFirst(3)) : answer
        guard let value = try? JSONValue(parsing: text), let animal = value.array?.first else { return nil }
        return pet(animal, kind: kind, source: .network)
    }

    /// One animal; nil without a usable id and a url that could be loaded by someone.
    static func pet(_ animal: JSONValue, kind: PetKind, source: PetOrigin) -> Pet? {
        guard let id = name(animal["id"]), let url = animal["url"]?.string, WebAddress(url) != nil else { return nil }
        return Pet(
            id: id, kind: kind, url: url, width: pixels(animal["width"]), height: pixels(animal["height"]),
            mimeType: mimeType(animal["mime_type"], url: url), breeds: breeds(animal["breeds"]),
            favourite: favourite(animal["favourite"] ?? animal["favorite"]), source: source)
    }

    /// An animal as a service would describe it, with its kind.
    static func note(_ pet: Pet) -> JSONValue {
        func number(_ value: Int?) -> JSONValue { value.map { .number(String($0)) } ?? .null }
        func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
        return .object([
            JSONValue.Member("kind", .string(pet.kind.rawValue)), JSONValue.Member("id", .string(pet.id)),
            JSONValue.Member("url", .string(pet.url)), JSONValue.Member("width", number(pet.width)),
            JSONValue.Member("height", number(pet.height)), JSONValue.Member("mime_type", text(pet.mimeType)),
            JSONValue.Member("breeds", .array(pet.breeds.map { .string($0) })),
            JSONValue.Member("favourite", text(pet.favourite)),
        ])
    }

    /// Text as it is, a number as it is written.
    private static func name(_ value: JSONValue?) -> String? {
        let text: String
        switch value {
        case .string(let string): text = string
        case .number(let token): text = token
        default: return nil
        }
        return (1...maximumText).contains(text.utf8.count) ? text : nil
    }

    /// Whole pixels: 640.0 is 640, 640.7 is 640 (so many are to be seen); nil for 0, less, and what isn't a number.
    private static func pixels(_ value: JSONValue?) -> Int? {
        guard let number = value?.double, number >= 1, number <= Double(Int32.max) else { return nil }
        return Int(number)
    }

    /// An array of objects with a name, or of texts; also one of these alone.
    private static func breeds(_ value: JSONValue?) -> [String] {
        guard let value else { return [] }
        let names = (value.array ?? [value]).lazy.compactMap { $0.string ?? $0["name"]?.string }
        return Array(names.filter { (1...maximumText).contains($0.utf8.count) }.prefix(maximumBreeds))
    }

    /// The id of the mark: in an object, or alone.
    private static func favourite(_ value: JSONValue?) -> String? { name(value) ?? name(value?["id"]) }

    private static func mimeType(_ value: JSONValue?, url: String) -> String? {
        if let text = value?.string, isMimeType(text) { return text }
        let path = url.prefix { $0 != "?" && $0 != "#" }
        guard let dot = path.lastIndex(of: ".") else { return nil }
        switch path[path.index(after: dot)...].lowercased() {
        case "jpg", "jpeg": return "image/jpeg"
        case "png": return "image/png"
        case "gif": return "image/gif"
        case "webp": return "image/webp"
        default: return nil
        }
    }

    /// Two names with a slash between, as `image/jpeg` (RFC 6838, section 4.2).
    private static func isMimeType(_ text: String) -> Bool {
        let names = text.split(separator: "/", omittingEmptySubsequences: false)
        return names.count == 2
            && names.allSatisfy { name in
                (1...127).contains(name.utf8.count)
                    && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"()<>@,;:\\\"[]?=".utf8.contains($0) }
            }
    }
}
