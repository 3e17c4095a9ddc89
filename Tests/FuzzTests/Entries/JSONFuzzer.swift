import JSON
import JSONRPC
import TestSupport

struct JSONFuzzer: Fuzzer {
    func run(_ bytes: [UInt8]) -> String? {
        let expected = ReferenceParser.parse(bytes)
        let value = try? JSONValue(parsing: bytes)
        guard value == expected else {
            return "read as \(value?.text ?? "nothing"), not \(expected?.text ?? "nothing")"
        }
        if let fault = message(bytes, expected) { return fault }
        guard let value else { return nil }
        let written = Array(value.text.utf8)
        guard ReferenceParser.parse(written) == value else { return "written as \(value.text)" }
        return numbers(value)
    }

    /// The envelope is read in a pass of its own, which must take the same texts.
    private func message(_ bytes: [UInt8], _ value: JSONValue?) -> String? {
        // Blanks at the ends are the splitter's.
        guard bytes.first.map({ $0 > 0x20 }) == true, bytes.last.map({ $0 > 0x20 }) == true else { return nil }
        switch Message(bytes.span, at: 0..<bytes.count) {
        case .unreadable: return value == nil ? nil : "no message, but JSON"
        case .single: return value == nil ? "a message, but no JSON" : nil
        case .batch(let calls):
            return value?.array?.count == calls.count ? nil : "a batch of \(calls.count)"
        }
    }

    /// Whole numbers are read by hand, and as the standard library reads them.
    private func numbers(_ value: JSONValue) -> String? {
        switch value {
        case .number(let token):
            let bytes = Array(token.utf8)
            let view = JSONView(bytes.span, at: 0..<bytes.count)
            let isWhole = token.allSatisfy { $0.isNumber || $0 == "-" }
            return view.integer == (isWhole ? Int64(token) : nil) ? nil : "\(token) is read as \(view.integer ?? 0)"
        case .array(let elements): return elements.lazy.compactMap(numbers).first
        case .object(let members): return members.lazy.compactMap { numbers($0.value) }.first
        default: return nil
        }
    }
}
