/// Where pets come from and where their pictures are kept. Making one does nothing: no file, no process, no look-up.
package struct PetConfiguration: Sendable {
    /// TheCatAPI's address: https://developers.thecatapi.com.
    package static let catAPI = "https://api.thecatapi.com"
    /// TheDogAPI's address.
    package static let dogAPI = "https://api.thedogapi.com"

    /// Why an address can't be a service's base.
    package enum BaseProblem: String, Error {
        /// Not an absolute http or https address with a host; or it has a user name.
        case notAnAddress
        /// Plain http to a host that is not this machine: keys and answers would be open to everyone on the way.
        case plainHTTP
        /// A `?` or a `#`: the path of the search could not be added.
        case hasQuery
    }

    private let cat: WebAddress
    private let dog: WebAddress
    private let catKey: String?
    private let dogKey: String?
    /// The folder for pictures; it is made with the first of them.
    let cacheDirectory: String
    /// The client's name, looked up on PATH, or its path.
    let curl: String

    /// - Parameters:
    ///   - catAPI: the base to which `/v1/images/search` is added; see `check`.
    ///   - dogAPI: as `catAPI`.
    ///   - catKey: the header `x-api-key` of cats' requests; ignored when empty, over 512 bytes, or not printable ASCII.
    ///   - dogKey: as `catKey`.
    ///   - cacheDirectory: made on first need with its parents; relative to the working directory when it doesn't start with `/`.
    ///   - curl: the client's name or path.
    package init(
        catAPI: String = catAPI, dogAPI: String = dogAPI, catKey: String? = nil, dogKey: String? = nil,
        cacheDirectory: String, curl: String = "curl"
    ) throws(BaseProblem) {
        cat = try Self.base(catAPI)
        dog = try Self.base(dogAPI)
        self.catKey = Self.usableKey(catKey)
        self.dogKey = Self.usableKey(dogKey)
        self.cacheDirectory = cacheDirectory
        self.curl = curl
    }

    /// Whether an address can be a service's base: https anywhere; plain http for loopback only (127.0.0.0/8, ::1, localhost).
    package static func check(base: String) throws(BaseProblem) { _ = try Self.base(base) }

    private static func base(_ text: String) throws(BaseProblem) -> WebAddress {
        guard let address = WebAddress(text) else { throw .notAnAddress }
        if text.utf8.contains(where: { "?#".utf8.contains($0) }) { throw .hasQuery }
        if !address.isSecure && address.reach != .loopback { throw .plainHTTP }
        return address
    }

    /// A line break in a key would be a header of its own; such a key can only be a mistake.
    private static func usableKey(_ key: String?) -> String? {
        guard let key, !key.isEmpty, key.utf8.count <= 512 else { return nil }
        return key.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? key : nil
    }

    /// The service's base.
    func base(_ kind: PetKind) -> WebAddress { kind == .cat ? cat : dog }

    /// What the service's host alone may see.
    func key(_ kind: PetKind) -> String? { kind == .cat ? catKey : dogKey }
}
