package import JSON
internal import JSONRPC

extension InputSchema where Value == String {
    /// An id of a request, as the key by which requests are kept: "1" and 1 are two.
    package static let requestKey = InputSchema(.identifier) { view throws(ParamProblem) in
        switch view.kind {
        case .string: RequestKey.of(string: view.string ?? "")
        case .number: RequestKey.of(number: view.token)
        default: throw ParamProblem(.type)
        }
    }
}
