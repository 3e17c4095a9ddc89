/// An absolute http or https address (RFC 3986) whose parts were checked: what may be handed to a client.
///
/// It comes from outside and is hostile: no user names, no control characters, no host that one parser reads
/// differently from another one. The path and query are percent-encoded where they are not yet.
///
/// It is taken apart by its bytes, as every client does: among Characters, a slash or bracket with a combining mark
/// behind it would be none.
package struct WebAddress: Sendable, Hashable {
    /// No more bytes than this, before and after percent-encoding. A config for curl must fit into an empty pipe.
    static let maximumLength = 4096

    /// https.
    let isSecure: Bool
    /// In lower case; an IPv6 address in its brackets.
    let host: String
    /// As written, or the scheme's.
    let port: UInt16
    /// Path and query, starting with a slash.
    let target: String
    /// Where the host is, as far as its name tells.
    let reach: HostReach

    /// Nil unless the text is an http or https address with a host that can be loaded.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            return nil
        }
        guard let (isSecure, rest) = Self.scheme(text[...]) else { return nil }
        let end = rest.utf8.firstIndex(where: Self.endsAuthority) ?? rest.endIndex
        self.init(isSecure: isSecure, authority: rest[..<end], target: rest[end...])
    }

    private init?(isSecure: Bool, authority: Substring, target: Substring) {
        // What has other letters could become a host in lower case that it was not before.
        guard authority.utf8.allSatisfy({ $0 < 0x80 }), let (host, port) = Self.hostAndPort(authority),
            let reach = HostReach(of: host)
        else { return nil }
        self.isSecure = isSecure
        self.host = host
        self.port = port ?? (isSecure ? 443 : 80)
        self.reach = reach
        self.target = Self.encoded(target)
        guard text.utf8.count <= Self.maximumLength else { return nil }
    }

    /// The address as it is given to a client.
    var text: String { origin + target }

    /// Scheme, host and port: what a key belongs to.
    var origin: String { "\(isSecure ? "https" : "http")://\(host):\(port)" }

    /// The address with a longer path. There must be no query yet.
    func appending(_ path: String) -> WebAddress? {
        let kept = target.utf8.last == UInt8(ascii: "/") ? target.dropLast() : target[...]
        return WebAddress(origin + kept + path)
    }

    /// What a `Location` header means at this address (RFC 3986, section 5.2; dot segments are the client's business).
    func resolving(_ reference: String) -> WebAddress? {
        if reference.isEmpty { return nil }
        let bytes = reference.utf8
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), !bytes[..<colon].contains(where: Self.endsAuthority) {
            return WebAddress(reference)
        }
        if bytes.starts(with: "//".utf8) { return WebAddress((isSecure ? "https:" : "http:") + reference) }
        if bytes.first == UInt8(ascii: "/") { return WebAddress(origin + reference) }
        let path = target.prefix { $0 != "?" }
        if bytes.first == UInt8(ascii: "?") { return WebAddress(origin + path + reference) }
        let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
        return WebAddress(origin + folder + reference)
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool { "/?#".utf8.contains(byte) }

    private static func scheme(_ text: Substring) -> (isSecure: Bool, rest: Substring)? {
        for (prefix, isSecure) in [("https://", true), ("http://", false)]
        where text.prefix(prefix.count).lowercased() == prefix {
            return (isSecure, text.dropFirst(prefix.count))
        }
        return nil
    }

    private static func hostAndPort(_ authority: Substring) -> (host: String, port: UInt16?)? {
        // A colon inside brackets belongs to the host.
        let closing = authority.lastIndex(of: "]") ?? authority.startIndex
        guard let colon = authority[closing...].firstIndex(of: ":") else { return (authority.lowercased(), nil) }
        let digits = authority[authority.index(after: colon)...]
        let host = authority[..<colon].lowercased()
        if digits.isEmpty { return (host, nil) }
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits), port > 0 else {
            return nil
        }
        return (host, port)
    }

    /// Without its fragment, with a slash in front, and with only those bytes that RFC 3986 allows (and brackets).
    private static func encoded(_ target: Substring) -> String {
        let allowed = Set("!$&'()*+,;=:@/?-._~%[]".utf8)
        var bytes: [UInt8] = target.utf8.first == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
        for byte in target.utf8 {
            if byte == UInt8(ascii: "#") { break }
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39:
                bytes.append(byte)
            case let byte where allowed.contains(byte): bytes.append(byte)
            default: bytes.append(contentsOf: "%\(Hexadecimal.text([byte], upper: true))".utf8)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
