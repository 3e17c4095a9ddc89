/// Which addresses may be loaded on behalf of one service. They come from outside, and must not become a way to what
/// only this machine or its network can reach.
struct LoadingRules: Sendable {
    /// The service's own address, which the user has chosen.
    let base: WebAddress

    /// The service itself; other hosts with https, unless they are of the local network; and other ports of this
    /// machine, also with plain http, but only where the service is on this machine itself (a test, a proxy).
    func allow(_ address: WebAddress) -> Bool {
        if address.origin == base.origin { return true }
        switch address.reach {
        case .anywhere: return address.isSecure
        case .local: return false
        case .loopback: return base.reach == .loopback && (address.isSecure || !base.isSecure)
        }
    }
}
