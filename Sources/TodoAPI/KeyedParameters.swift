package import JSON
internal import TodoCore

/// Params of a method that changes something and may be sent again: the same request with the same key gets the first
/// reply again, and does nothing.
package protocol KeyedParameters: Parameters {
    /// Of the client's choice; nil when the request is not sent again.
    var key: String? { get set }
}

extension Parameter where Owner: KeyedParameters {
    /// The declaration of `key`, the same for every method that takes one.
    package static var key: Parameter {
        .optional(
            "key", \.key, .key,
            "Makes it safe to send the request again: within 7 days the same key gets the first reply again.")
    }
}

extension InputSchema where Value == String {
    private static var keyLimit: Int { 64 }
    private static var keyByteLimit: Int { 4096 }

    /// 1 to `keyLimit` characters, kept code point for code point.
    package static let key = InputSchema.string(StringShape(minimum: 1, maximum: keyLimit)) {
        text throws(ParamProblem) in
        if text.isEmpty { throw ParamProblem(.empty) }
        // A character may be made of any number of code points.
        if text.utf8.count > keyByteLimit || text.count > keyLimit { throw ParamProblem(.tooLong) }
        return text
    }
}

extension JSONView {
    /// Equal for params that say the same, whatever the order of their members and however their texts are written, and
    /// in practice only for those. What speaks to other layers does not count.
    package var fingerprint: String {
        var (forward, backward) = (Fingerprint(), Fingerprint())
        let text = Array(JSONValue(self).canonical(isOutermost: true).text.utf8)
        for byte in text { forward.combine(byte) }
        for byte in text.reversed() { backward.combine(byte) }
        return String(forward.value, radix: 16) + "-" + String(backward.value, radix: 16)
    }
}

extension JSONValue {
    fileprivate func canonical(isOutermost: Bool = false) -> JSONValue {
        switch self {
        case .array(let elements): return .array(elements.map { $0.canonical() })
        case .object(let members):
            var last: [String: JSONValue] = [:]
            for member in members where !(isOutermost && Undeclared.metadata.passes(member.name)) {
                last[member.name] = member.value.canonical()
            }
            let names = last.keys.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
            return .object(names.compactMap { name in last[name].map { Member(name, $0) } })
        default: return self
        }
    }
}
