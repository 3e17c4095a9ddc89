package import JSON
package import PetService

/// `pet.random`
package enum PetRandom: Method {
    package static let name = "pet.random"
    package static let title = "Show a cat or a dog"
    package static let summary = """
        Gives a random cat or dog from TheCatAPI or TheDogAPI. Answered when it is ready: no todo request ever waits for \
        a pet.
        """
    package static let effect = Effect.usesNetwork
    package static let reply = OutputSchema<Pet>.object()
    package static let failures: [ErrorKind] = [.petUnavailable, .cancelled]
    package static let examples = [Example("A dog, in any case", params: #"{"kind":"dog","allowOffline":true}"#)]

    /// Which pets are wanted, and whether one from here will do.
    package struct Params: Parameters {
        package var kind = PetKind.cat
        package var size = PetSize.med
        /// Empty: any.
        package var mimeTypes: [PictureFormat] = []
        /// Only pets whose breed is known, or only others; nil: both.
        package var hasBreeds: Bool?
        package var allowOffline = false

        package static let objectName = "PetRandomParams"

        package static let parameters: ParameterList<Params> = [
            .required("kind", \.kind, .choice, "A cat or a dog."),
            .optional("size", \.size, .choice, default: "\"med\"", "How large the picture is."),
            .optional(
                "mimeTypes", \.mimeTypes, .array(of: .choice, atMost: 3), default: "[]", "Kinds of pictures; none: any."
            ),
            .optional("hasBreeds", \.hasBreeds, .boolean, "Only pets whose breed is known, or only others."),
            .optional(
                "allowOffline", \.allowOffline, .boolean, default: "false",
                "Where the network fails: a pet seen before, or one that comes with the server."),
        ]

        /// As if the request named none of them.
        package init() {}

        /// The same as the service for pets takes it.
        package var query: PetQuery {
            PetQuery(
                kind: kind, size: size, formats: mimeTypes, hasBreeds: hasBreeds, allowOffline: allowOffline)
        }
    }
}

/// `pet.image`
package enum PetImageMethod: Method {
    package static let name = "pet.image"
    package static let title = "Load the picture of a pet"
    package static let summary =
        "Loads the picture of a pet that \(PetRandom.name) gave, and tells the file in the cache that it is in."
    package static let effect = Effect.usesNetwork
    package static let reply = OutputSchema<PetImage>.object()
    package static let failures: [ErrorKind] = [.notFound, .petUnavailable, .storeUnavailable, .cancelled]
    package static let examples = [
        Example("A picture that comes with the server", params: #"{"kind":"dog","id":"bundled-dog-1"}"#)
    ]

    /// The pet, as `pet.random` named it.
    package struct Params: Parameters {
        package var kind = PetKind.cat
        package var id = ""

        package static let objectName = "PetImageParams"

        package static let parameters: ParameterList<Params> = [
            .required("kind", \.kind, .choice, "A cat or a dog."),
            .required("id", \.id, .string(StringShape(minimum: 1)), "The id that \(PetRandom.name) gave."),
        ]

        /// As if the request named none of them.
        package init() {}
    }
}

extension Pet: Members {
    package static let objectName = "Pet"

    package static let members: [Member<Pet>] = [
        .always("id", .string, "Names it, for \(PetImageMethod.name).") { $0.id },
        .always("kind", .choice, "A cat or a dog.") { $0.kind },
        .always("url", .string, "Where the picture is.") { $0.url },
        .always("width", .nullable(.count()), "In pixels, where known.") { $0.width },
        .always("height", .nullable(.count()), "In pixels, where known.") { $0.height },
        .always("mimeType", .nullable(.string), "The kind of picture, where known.") { $0.mimeType },
        .always("breeds", .array(of: .string), "The names of its breeds, where known.") { $0.breeds },
        .always("favourite", .nullable(.string), "The id under which the service keeps it as a favourite.") {
            $0.favourite
        },
        .always("source", .choice, "Where it comes from: only `network` is new.") { $0.source },
    ]
}

extension PetImage: Members {
    package static let objectName = "PetImage"

    package static let members: [Member<PetImage>] = [
        .always("path", .string, "The file in the cache.") { $0.path },
        .always("mimeType", .string, "By its first bytes.") { $0.mimeType },
        .always("byteCount", .count(), "Its size.") { $0.byteCount },
        .always("width", .nullable(.count()), "In pixels, where known.") { $0.width },
        .always("height", .nullable(.count()), "In pixels, where known.") { $0.height },
    ]
}
