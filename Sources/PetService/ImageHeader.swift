/// What a picture's first bytes tell. Nothing is decoded: the picture comes from outside, and a header can't do harm.
struct ImageHeader: Sendable, Equatable {
    /// The kinds of pictures that are kept.
    enum Format: String, Sendable, CaseIterable {
        case gif, jpg, png, webp

        /// The type's registered name (IANA, media types).
        var mimeType: String { self == .jpg ? "image/jpeg" : "image/\(rawValue)" }
    }

    let format: Format
    /// In pixels; nil when the header doesn't tell.
    let width: Int?
    /// As `width`.
    let height: Int?

    private init?(_ format: Format, _ width: Int?, _ height: Int?) {
        self.format = format
        let isWhole = (width ?? 0) > 0 && (height ?? 0) > 0
        // A JPEG's size may come after all that was read; the others have it right at the start.
        guard isWhole || format == .jpg else { return nil }
        self.width = isWhole ? width : nil
        self.height = isWhole ? height : nil
    }

    /// Nil when the bytes don't start like a GIF, JPEG, PNG or WebP with a size.
    init?(of bytes: [UInt8]) {
        if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
            self.init(.gif, Self.little(bytes, 6, 2), Self.little(bytes, 8, 2))
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            guard Self.has("IHDR", bytes, 12) else { return nil }
            self.init(.png, Self.big(bytes, 16, 4), Self.big(bytes, 20, 4))
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            let size = Self.jpegSize(bytes)
            self.init(.jpg, size?.width, size?.height)
        } else if bytes.starts(with: "RIFF".utf8), Self.has("WEBP", bytes, 8) {
            guard let size = Self.webpSize(bytes) else { return nil }
            self.init(.webp, size.width, size.height)
        } else {
            return nil
        }
    }

    private static func has(_ name: StaticString, _ bytes: [UInt8], _ place: Int) -> Bool {
        bytes.count >= place + 4 && bytes[place...].starts(with: "\(name)".utf8)
    }

    private static func little(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int? {
        guard bytes.count >= place + count else { return nil }
        return bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private static func big(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int? {
        guard bytes.count >= place + count else { return nil }
        return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Walks from segment to segment to the frame header (ITU T.81, B.1 and B.2.2).
    private static func jpegSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        var place = 2
        while place + 4 <= bytes.count {
            guard bytes[place] == 0xFF else { return nil }
            let marker = bytes[place + 1]
            switch marker {
            case 0xFF:  // a fill byte
                place += 1
                continue
            case 0x01, 0xD0...0xD7:  // markers without a length
                place += 2
                continue
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard let height = big(bytes, place + 5, 2), let width = big(bytes, place + 7, 2) else { return nil }
                return (width, height)
            case 0xD9, 0xDA: return nil  // the end, or the picture itself, without a frame header before it
            default: break
            }
            guard let length = big(bytes, place + 2, 2), length >= 2 else { return nil }
            place += 2 + length
        }
        return nil
    }

    /// The three forms of the first chunk: lossy (RFC 6386, section 9.1), lossless, extended (RFC 9649).
    private static func webpSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        if has("VP8 ", bytes, 12) {
            guard bytes.count >= 30, bytes[23...].starts(with: [0x9D, 0x01, 0x2A]),
                let width = little(bytes, 26, 2), let height = little(bytes, 28, 2)
            else { return nil }
            return (width & 0x3FFF, height & 0x3FFF)
        }
        if has("VP8L", bytes, 12) {
            guard let bits = little(bytes, 21, 4), bytes[20] == 0x2F else { return nil }
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        }
        if has("VP8X", bytes, 12) {
            guard let width = little(bytes, 24, 3), let height = little(bytes, 27, 3) else { return nil }
            return (width + 1, height + 1)
        }
        return nil
    }
}
