/// One address to be loaded.
package struct PetRequest: Sendable {
    let address: WebAddress
    /// The header `x-api-key`. Only ever with an address of the service it belongs to.
    let key: String?
    /// `MonotonicClock` time after which there must be an answer or a failure.
    let deadline: UInt64
    /// Bytes of the body; one more is `tooLarge`.
    let limit: Int
}

/// An answer of any status. The body is empty unless the status is 200 to 299.
package struct PetResponse: Sendable {
    let status: Int
    let head: ResponseHead
    let body: [UInt8]
}

/// The way to the network: the seam between what pets are and how bytes come here.
package protocol PetSource: Actor {
    /// Loads one address and follows no redirect.
    /// - Throws: `unavailable` with `offline`, `timeout`, `badAnswer` (cut or not HTTP), `tooLarge`, `noClient`, or
    ///   `rateLimited` without a status when too many wait; `cancelled` soon after the task is cancelled.
    func load(_ request: PetRequest) async throws(PetFailure) -> PetResponse

    /// Ends everything that runs or waits, with `cancelled`, and whatever is tried from now on. When it returns, no
    /// process is left.
    func stop()
}
