#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Where a host is, as far as its name or literal address tells. What a name resolves to is not known here.
enum HostReach: Sendable, Equatable {
    /// This machine: 127.0.0.0/8, ::1, localhost and names under it (RFC 6761).
    case loopback
    /// The local network, or no single host at all: private, link-local, shared, multicast and reserved addresses
    /// (IANA's special-purpose registries, RFC 6890), and names that only local networks have.
    case local
    /// Anything else.
    case anywhere

    /// Nil when it's not a host: empty, other characters than letters, digits, `-`, `.` and `_`, or an address that
    /// can't be one. The name must be in lower case.
    init?(of host: String) {
        if host.utf8.first == UInt8(ascii: "[") {
            guard host.utf8.last == UInt8(ascii: "]"), let bytes = Self.ipv6(host.utf8.dropFirst().dropLast()) else {
                return nil
            }
            self = Self.reach(ipv6: bytes)
            return
        }
        let name = host.utf8.last == UInt8(ascii: ".") ? host.dropLast() : host[...]
        guard (1...253).contains(name.utf8.count), name.utf8.allSatisfy(Self.isAllowed) else { return nil }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.allSatisfy({ (1...63).contains($0.utf8.count) }), let last = labels.last else { return nil }
        // Whoever resolves a host whose last label is a number reads the whole as an address, in all of these forms.
        if last.utf8.allSatisfy(Self.isDigit) || last.hasPrefix("0x") && last.dropFirst(2).allSatisfy(\.isHexDigit) {
            guard let address = Self.ipv4(labels) else { return nil }
            self = Self.reach(ipv4: address)
        } else if last == "localhost" || name == "localhost.localdomain" {
            self = .loopback
        } else {
            self = last == "local" || last == "internal" ? .local : .anywhere
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
    }

    /// One part of an address as inet_aton(3) reads it: decimal, octal after 0, hexadecimal after 0x.
    private static func number(_ label: Substring) -> UInt32? {
        if label.hasPrefix("0x") { return label.count == 2 ? 0 : UInt32(label.dropFirst(2), radix: 16) }
        guard label.utf8.allSatisfy(isDigit) else { return nil }
        return label.hasPrefix("0") ? UInt32(label, radix: 8) : UInt32(label)
    }

    /// One to four parts, of which the last one fills what is left: 127.1 is 127.0.0.1.
    private static func ipv4(_ labels: [Substring]) -> UInt32? {
        let parts = labels.compactMap(number)
        guard parts.count == labels.count, (1...4).contains(parts.count), let last = parts.last else { return nil }
        let leading = parts.dropLast()
        guard leading.allSatisfy({ $0 < 256 }) else { return nil }
        let left = UInt32(8 * (4 - leading.count))
        guard left == 32 || last < 1 << left else { return nil }
        var address: UInt32 = 0
        for part in leading { address = address << 8 | part }
        return (left == 32 ? 0 : address << left) | last
    }

    private static func ipv6(_ text: Substring.UTF8View) -> [UInt8]? {
        var address = in6_addr()
        guard unsafe inet_pton(AF_INET6, String(Substring(text)), &address) == 1 else { return nil }
        return unsafe withUnsafeBytes(of: &address) { unsafe Array($0) }
    }

    private static func reach(ipv4 address: UInt32) -> HostReach {
        if address >> 24 == 127 { return .loopback }
        let special: [(network: UInt32, bits: UInt32)] = [
            (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0xA9FE_0000, 16), (0xAC10_0000, 12),
            (0xC000_0000, 24), (0xC0A8_0000, 16), (0xC612_0000, 15), (0xE000_0000, 3),
        ]
        return special.contains { address >> (32 - $0.bits) == $0.network >> (32 - $0.bits) } ? .local : .anywhere
    }

    private static func reach(ipv6 bytes: [UInt8]) -> HostReach {
        let zeros = bytes.prefix { $0 == 0 }.count
        if zeros == 15 && bytes[15] == 1 { return .loopback }
        let isMapped = zeros == 10 && bytes[10] == 0xFF && bytes[11] == 0xFF
        let isTranslated = bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B])
        if isMapped || isTranslated || zeros >= 12 {
            return reach(ipv4: bytes[12...].reduce(0) { $0 << 8 | UInt32($1) })
        }
        // Global unicast is 2000::/3 (RFC 4291 and IANA); everything else is local, multicast or nobody's. 6to4
        // (2002::/16, RFC 3056) carries an IPv4 address.
        if bytes[0] == 0x20 && bytes[1] == 0x02 { return reach(ipv4: bytes[2..<6].reduce(0) { $0 << 8 | UInt32($1) }) }
        return bytes[0] >> 5 == 1 ? .anywhere : .local
    }
}
