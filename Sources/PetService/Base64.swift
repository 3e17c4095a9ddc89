/// Base64 (RFC 4648, section 4), as far as bundled pictures need it.
enum Base64 {
    /// The bytes that the text stands for; ends at the first byte that is not of the alphabet.
    static func decode(_ text: StaticString) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var bytes: [UInt8] = []
        var held: UInt32 = 0
        var bits = 0
        // Indices and not the bytes themselves: swift-format breaks `for unsafe`.
        for place in 0..<text.utf8CodeUnitCount {
            guard let value = unsafe alphabet.firstIndex(of: text.utf8Start[place]) else { break }
            held = held << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
                held &= 1 << UInt32(bits) - 1
            }
        }
        return bytes
    }
}
