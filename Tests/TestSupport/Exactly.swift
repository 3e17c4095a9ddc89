/// The code points of a text, to be compared: `==` takes texts for equal that are only canonically equivalent.
package func scalars(_ text: String?) -> [UInt32]? { text?.unicodeScalars.map(\.value) }

/// Bytes as a person reads them in a failure: ASCII as it is, the rest as `\xNN`.
package func readable(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
        0x20..<0x7F ~= byte ? String(Unicode.Scalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
}
