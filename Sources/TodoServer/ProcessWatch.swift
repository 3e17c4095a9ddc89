internal import CSystem
internal import EventLoop

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Tells when a process is gone: at once where the system gives a descriptor for it, else within two seconds.
final class ProcessWatch {
    private static let interval: UInt64 = 2_000_000_000

    private let process: pid_t
    private let loop: EventLoop
    private let isGone: () -> Void
    private var descriptor: Int32 = -1
    private var watch: EventLoop.Watch?
    private var timer: EventLoop.Timer?

    init(_ process: pid_t, on loop: EventLoop, _ isGone: @escaping () -> Void) {
        self.process = process
        self.loop = loop
        self.isGone = isGone
        descriptor = csystem_process_descriptor(process)
        if descriptor >= 0 {
            watch = loop.watch(descriptor, for: .readable) { [weak self] _ in self?.report() }
        } else if csystem_errno() == ESRCH {
            // Its request is answered first.
            timer = loop.after(nanoseconds: 0) { [weak self] in self?.report() }
        } else {
            look()
        }
    }

    /// Forgets the process.
    func end() {
        if let watch { loop.unwatch(watch) }
        if let timer { loop.cancel(timer) }
        if descriptor >= 0 { close(descriptor) }
        (watch, timer, descriptor) = (nil, nil, -1)
    }

    private func look() {
        timer = loop.after(nanoseconds: Self.interval) { [weak self] in
            guard let self else { return }
            // A process of another user is there too.
            if kill(process, 0) != 0 && errno == ESRCH { report() } else { look() }
        }
    }

    private func report() {
        end()
        isGone()
    }
}
