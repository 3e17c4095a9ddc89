package import EventLoop

/// Asks TheCatAPI and TheDogAPI for animals, and keeps their pictures.
///
/// It lives on the event loop, and never blocks it: the network is a child process whose pipes the loop watches, the
/// disk is other threads' business. Nothing at all happens before the first request.
package actor PetService {
    /// How long and how much is waited for.
    struct Limits: Sendable {
        /// For an animal, redirects and waiting included: the contract's 10 s with room for the reply. In nanoseconds.
        var searchTime: UInt64 = 9_000_000_000
        /// For a picture: the contract's 30 s. In nanoseconds.
        var pictureTime: UInt64 = 29_000_000_000
        /// An answer to a search, in bytes.
        var answer = 1 << 20
        /// A picture, in bytes.
        var picture = PetCache.maximumPicture
    }

    /// Which requests a 429 holds up: those of one kind to one host.
    struct Lane: Hashable {
        let kind: PetKind
        let origin: String
    }

    private let configuration: PetConfiguration
    private let loop: EventLoop
    private let cache: PetCache
    private let limits: Limits
    let source: any PetSource
    private var seen: [PetKind: SeenPets] = [:]
    /// `MonotonicClock` times before which a lane is not to be used.
    var waits: [Lane: UInt64] = [:]

    /// The loop.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    /// A service that runs curl.
    package init(_ configuration: PetConfiguration, loop: EventLoop) {
        self.init(configuration, loop: loop, source: CurlSource(program: configuration.curl, loop: loop))
    }

    /// - Parameters:
    ///   - source: lives on the same loop.
    ///   - limits: for tests.
    init(_ configuration: PetConfiguration, loop: EventLoop, source: any PetSource, limits: Limits = Limits()) {
        self.configuration = configuration
        self.loop = loop
        self.source = source
        self.limits = limits
        cache = PetCache(configuration.cacheDirectory)
    }

    /// Ends what is under way with `cancelled`. When it returns, no child process is left, and none will be started.
    package func stop() {
        func stop(_ source: some PetSource) { source.assumeIsolated { $0.stop() } }
        stop(source)
    }

    // MARK: Animals

    /// Some animal, within 9 s.
    /// - Throws: `unavailable` or `cancelled`; see `PetFailureReason`.
    package func random(_ query: PetQuery) async throws(PetFailure) -> Pet {
        do {
            return try await search(query)
        } catch {
            guard query.allowOffline, error.isOutage, let pet = await offlinePet(query) else { throw error }
            return pet
        }
    }

    private func search(_ query: PetQuery) async throws(PetFailure) -> Pet {
        let base = configuration.base(query.kind)
        guard let address = base.appending(Self.path(query)) else { throw .unavailable(reason: .badAnswer) }
        let request = PetRequest(
            address: address, key: configuration.key(query.kind), deadline: MonotonicClock.now + limits.searchTime,
            limit: limits.answer)
        let response = try await follow(request, kind: query.kind, rules: LoadingRules(base: base))
        guard let pet = await PetReading.first(in: response.body, kind: query.kind) else {
            throw .unavailable(reason: .badAnswer)
        }
        seen[query.kind, default: SeenPets()].insert(pet)
        await cache.remember(pet)
        if Task.isCancelled { throw .cancelled }
        return pet
    }

    /// As https://developers.thecatapi.com has it; every value is a word of ours, so nothing needs encoding.
    static func path(_ query: PetQuery) -> String {
        var path = "/v1/images/search?limit=1&size=\(query.size.rawValue)"
        let formats = PictureFormat.allCases.filter(query.formats.contains).map(\.rawValue)
        if !formats.isEmpty { path += "&mime_types=\(formats.joined(separator: ","))" }
        if let hasBreeds = query.hasBreeds { path += "&has_breeds=\(hasBreeds ? 1 : 0)" }
        return path
    }

    /// One that was seen before and fits the query, best with its picture; else one that comes with the server.
    private func offlinePet(_ query: PetQuery) async -> Pet? {
        let fits: @Sendable (Pet) -> Bool = { query.fits($0) }
        if let pet = await cache.anyPet(query.kind, where: fits) { return pet }
        if let pet = seen[query.kind]?.all.filter(fits).randomElement() { return pet.from(.cache) }
        return BundledPicture.all(query.kind).randomElement()?.pet
    }

    // MARK: Pictures

    /// The picture of a pet that a service, or this server, has given before; within 29 s.
    /// - Throws: `PetFailure`, any of them.
    package func image(kind: PetKind, id: String) async throws(PetFailure) -> PetImage {
        if let bundled = BundledPicture.all(kind).first(where: { $0.id == id }) {
            if let image = await cache.picture(kind, id) { return image }
            return try await cache.keep(Base64.decode(bundled.base64), kind, id)
        }
        guard let pet = await pet(kind, id) else { throw .notFound(id: id) }
        if let image = await cache.picture(kind, id) { return image }
        let rules = LoadingRules(base: configuration.base(kind))
        guard let address = WebAddress(pet.url), rules.allow(address) else { throw .unavailable(reason: .badAnswer) }
        let request = PetRequest(
            address: address, key: nil, deadline: MonotonicClock.now + limits.pictureTime, limit: limits.picture)
        let response = try await follow(request, kind: kind, rules: rules)
        let image = try await cache.keep(response.body, kind, id)
        if Task.isCancelled { throw .cancelled }
        return image
    }

    private func pet(_ kind: PetKind, _ id: String) async -> Pet? {
        if let pet = seen[kind]?[id] { return pet }
        return await cache.pet(kind, id)
    }
}

extension PetQuery {
    /// Whether an animal from the cache is what was asked for. Its size is what it is.
    func fits(_ pet: Pet) -> Bool {
        if let hasBreeds, hasBreeds == pet.breeds.isEmpty { return false }
        let types = formats.map { $0 == .jpg ? "image/jpeg" : "image/\($0.rawValue)" }
        return types.isEmpty || pet.mimeType.map(types.contains) ?? false
    }
}

extension BundledPicture {
    /// Those of one kind; never empty.
    static func all(_ kind: PetKind) -> [BundledPicture] { all.filter { $0.isCat == (kind == .cat) } }

    /// The picture as a pet.
    var pet: Pet {
        Pet(
            id: id, kind: isCat ? .cat : .dog, url: "bundled:\(id)", width: width, height: height,
            mimeType: "image/png",
            breeds: [], favourite: nil, source: .bundled)
    }
}
