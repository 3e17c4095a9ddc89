#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A socket that listens on a port of this machine alone. While nobody accepts, those that connect wait in vain.
package struct LoopbackListener: Sendable {
    /// Belongs to whoever made it, and is closed by whoever has done with it.
    package let descriptor: Int32
    /// Chosen by the system.
    package let port: UInt16

    /// Where it is, for HTTP.
    package var url: String { "http://127.0.0.1:\(port)" }

    /// Listens from now on.
    package init() {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (listener, length) = (descriptor, size)
        let isBound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(listener, $0, length) }
        }
        #if canImport(Glibc)
            precondition(isBound == 0 && Glibc.listen(listener, 128) == 0, "no listening socket")
        #else
            precondition(isBound == 0 && Darwin.listen(listener, 128) == 0, "no listening socket")
        #endif
        _ = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(listener, $0, &size) }
        }
        port = UInt16(bigEndian: address.sin_port)
    }

    /// Ends it. Whoever waits to be accepted is refused.
    package func stop() { close(descriptor) }
}
