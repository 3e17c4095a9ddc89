package import JSON

/// `rpc.discover`
package enum Discover: Method {
    package static let name = "rpc.discover"
    package static let summary = """
        Gives the OpenRPC document of this very server: every method with its params, result, errors and examples. The \
        reference is made from it.
        """
    package static let effect = Effect.controlsSession
    package static let reply = OutputSchema<[UInt8]>(.anyObject("OpenRPCDocument")) { text, writer in writer.raw(text) }
    package static let examples = [Example("The whole document")]
    /// None: the document is always given as a whole.
    package typealias Params = NoParams
}
