internal import CSystem
internal import EventLoop
internal import TodoStore

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Tells when another process may have changed the store.
///
/// Where the system can, its write-ahead log is watched: it is written shortly before a change becomes visible, so a
/// look is taken several times after. Where it cannot, a look is taken twenty times a second; and now and then in any
/// case, for file systems that do not tell.
final class StoreWatch {
    /// After a write, in nanoseconds.
    private static let looks: [UInt64] = [1_000_000, 3_000_000, 8_000_000, 25_000_000, 80_000_000]
    private static let shortInterval: UInt64 = 50_000_000
    private static let longInterval: UInt64 = 2_000_000_000

    private let loop: EventLoop
    private let look: () -> Void
    private var descriptor: Int32 = -1
    private var watch: EventLoop.Watch?
    private var timers: [EventLoop.Timer] = []
    private var isOver = false

    init(_ location: StoreLocation, on loop: EventLoop, _ look: @escaping () -> Void) {
        self.loop = loop
        self.look = look
        guard case .file(let path) = location else { return }
        descriptor = unsafe csystem_watch_file(path + "-wal")
        if descriptor >= 0 {
            watch = loop.watch(descriptor, for: .readable) { [unowned self] _ in written() }
        }
        lookEvery(descriptor >= 0 ? Self.longInterval : Self.shortInterval)
    }

    /// Looks no more.
    func end() {
        isOver = true
        if let watch { loop.unwatch(watch) }
        for timer in timers { loop.cancel(timer) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private func written() {
        drain()
        for timer in timers { loop.cancel(timer) }
        timers = Self.looks.map { delay in loop.after(nanoseconds: delay) { [unowned self] in look() } }
    }

    private func drain() {
        var events = [UInt8](repeating: 0, count: 4096)
        while unsafe read(descriptor, &events, events.count) > 0 {}
    }

    private func lookEvery(_ interval: UInt64) {
        loop.after(nanoseconds: interval) { [weak self] in
            guard let self, !isOver else { return }
            look()
            lookEvery(interval)
        }
    }
}
