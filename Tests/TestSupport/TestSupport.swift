package import JSON

extension JSONValue {
    /// From text that the test itself writes; a mistake in it ends the test.
    package init(_ text: String) {
        do throws(JSONSyntaxError) {
            self = try JSONValue(parsing: Array(text.utf8))
        } catch {
            preconditionFailure("\(error.reason) at \(error.offset) of \(text)")
        }
    }
}
