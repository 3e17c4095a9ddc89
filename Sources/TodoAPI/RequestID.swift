package import JSON
package import JSONRPC

extension InputSchema where Value == RequestKey {
    /// An id of a request, as the key by which requests are kept: "1" and 1 are two.
    package static let requestKey = InputSchema(.identifier) { view throws(ParamProblem) in
        switch view.kind {
        case .string: RequestKey(string: view.string ?? "")
        case .number: RequestKey(number: view.token)
        default: throw ParamProblem(.type)
        }
    }
}
