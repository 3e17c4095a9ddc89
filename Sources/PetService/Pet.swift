/// Which of the two services is asked.
package enum PetKind: String, Sendable, CaseIterable {
    /// TheCatAPI.
    case cat
    /// TheDogAPI.
    case dog
}

/// How big the picture behind a url should be; the services' parameter `size`.
package enum PetSize: String, Sendable, CaseIterable {
    case thumb, small, med, full
}

/// A kind of picture that can be asked for; the services' parameter `mime_types`.
package enum PictureFormat: String, Sendable, CaseIterable {
    case png, jpg, gif
}

/// Where a pet comes from.
package enum PetOrigin: String, Sendable, CaseIterable {
    /// The service has just given it.
    case network
    /// The service gave it before, to this server process or another one with the same cache.
    case cache
    /// It comes with the server.
    case bundled
}

/// An animal as a service describes it. Only `id`, `kind` and `url` are certain.
package struct Pet: Sendable, Equatable {
    /// The service's name for the picture: 1 to 1024 bytes of any text.
    package let id: String
    /// Which service it comes from.
    package let kind: PetKind
    /// Where the picture is, as the service wrote it: http or https with a host. `bundled:` and a name for one that
    /// comes with the server.
    package let url: String
    /// In pixels, as the service says, not as the picture is; nil when it doesn't say so.
    package let width: Int?
    /// As `width`.
    package let height: Int?
    /// As the service says, or else as the url ends; nil when neither tells.
    package let mimeType: String?
    /// Names, at most 20.
    package let breeds: [String]
    /// The service's id of the mark as a favourite, when there is one.
    package let favourite: String?
    /// Where this server has it from.
    package let source: PetOrigin

    /// The same animal from somewhere else.
    func from(_ source: PetOrigin) -> Pet {
        Pet(
            id: id, kind: kind, url: url, width: width, height: height, mimeType: mimeType, breeds: breeds,
            favourite: favourite, source: source)
    }
}

/// A picture in the cache.
package struct PetImage: Sendable, Equatable {
    /// Absolute. The file is its owner's only, and may be gone when more pictures have come.
    package let path: String
    /// `image/gif`, `image/jpeg`, `image/png` or `image/webp`, by the file's first bytes.
    package let mimeType: String
    /// 1 to 16 MiB.
    package let byteCount: Int
    /// In pixels, by the file's header; nil when the header doesn't tell.
    package let width: Int?
    /// As `width`.
    package let height: Int?
}

/// What animal is wanted.
package struct PetQuery: Sendable {
    /// Which service is asked.
    package var kind: PetKind
    /// How big the picture should be.
    package var size: PetSize
    /// Any format when empty.
    package var formats: [PictureFormat]
    /// Only animals with breeds, only without, or (nil) both.
    package var hasBreeds: Bool?
    /// When the network fails, a pet from the cache or one that comes with the server will do.
    package var allowOffline: Bool

    /// The contract's defaults (protocol.md, section 7).
    package init(
        kind: PetKind, size: PetSize = .med, formats: [PictureFormat] = [], hasBreeds: Bool? = nil,
        allowOffline: Bool = false
    ) {
        self.kind = kind
        self.size = size
        self.formats = formats
        self.hasBreeds = hasBreeds
        self.allowOffline = allowOffline
    }
}

/// Why there is no pet, or no picture. None of these ever holds a key or a url.
package enum PetFailure: Error, Equatable {
    /// No answer from outside, or none of use. `status` is HTTP's where one was received; `retryAfter` is in seconds,
    /// 1 to 86,400, where the service said so (always with a 429).
    case unavailable(reason: PetFailureReason, status: Int? = nil, retryAfter: Int? = nil)
    /// No service has given a picture of that id, as far as the server remembers.
    case notFound(id: String)
    /// The task was cancelled, or the service has been stopped.
    case cancelled
    /// The cache can't be used for a picture: no room (`isFull`), or no folder that can be written to at `path`.
    case cacheUnusable(path: String, isFull: Bool)

    /// Whether the way to the service failed, rather than what it said: then an offline pet may stand in.
    var isOutage: Bool {
        guard case .unavailable(let reason, let status, _) = self else { return false }
        switch reason {
        case .offline, .timeout, .noClient, .rateLimited: return true
        case .http: return (status ?? 0) >= 500
        case .badAnswer, .tooLarge: return false
        }
    }
}

/// The contract's words for `data.reason` (protocol.md, section 7).
package enum PetFailureReason: String, Sendable, CaseIterable {
    /// No connection: no network, no such host, refused, broken off before the answer, TLS not to be had.
    case offline
    /// No whole answer in time: 9 s for an animal, 29 s for a picture, waiting for a free child process included.
    case timeout
    /// A status of 400 or more.
    case http
    /// 429, or its time is not over; without a status: more than `CurlSource.maximumQueue` requests wait already.
    case rateLimited
    /// An answer that is not what it should be: no JSON, no picture, cut, no animal, a url that must not be loaded.
    case badAnswer
    /// More than 1 MiB for an animal, 16 MiB for a picture.
    case tooLarge
    /// There is no `curl`, or it can't be run.
    case noClient
}
