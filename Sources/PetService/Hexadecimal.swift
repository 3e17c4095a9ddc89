/// Bytes as hexadecimal text.
enum Hexadecimal {
    /// Two digits a byte.
    static func text(_ bytes: [UInt8], upper: Bool = false) -> String {
        let digits = Array((upper ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
