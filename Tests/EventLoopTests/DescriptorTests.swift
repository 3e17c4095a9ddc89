import EventLoop
import TestSupport
import Testing

@Suite("The event loop: descriptors", .blocking, .timeLimit(.minutes(10)))
struct DescriptorTests {
    @Test("A handler is called when there is something to read, again until it is read, and at the end")
    func readable() throws {
        let (loop, diary, pipe) = (try makeLoop(), Diary(), try TestPipe())
        var calls = 0
        _ = loop.watch(pipe.readEnd, for: .readable) { found in
            calls += 1
            switch calls {
            case 1: diary.note(found == .readable ? "not read yet" : "\(found)")
            case 2:
                diary.note("\(pipe.take()) bytes")
                pipe.closeWriteEnd()
            default:
                diary.note(found.contains(.hungUp) || pipe.take() == 0 ? "end" : "\(found)")
                loop.stop()
            }
        }
        pipe.put("abc")
        loop.runInTime()
        #expect(diary.entries == ["not read yet", "3 bytes", "end"])
    }

    @Test("A pipe with room is writable, and one whose reader is watched for nothing is not reported")
    func writable() throws {
        let (loop, diary, pipe) = (try makeLoop(), Diary(), try TestPipe())
        let silent = loop.watch(pipe.readEnd, for: .readable) { _ in diary.note("silent") }
        loop.change(silent, to: [])
        pipe.put()
        _ = loop.watch(pipe.writeEnd, for: .writable) { found in
            diary.note(found == .writable ? "writable" : "\(found)")
            loop.stop()
        }
        loop.runInTime()
        #expect(diary.entries == ["writable"])
    }

    @Test("A hang-up is reported to whoever asks for nothing else")
    func hungUp() throws {
        let (loop, diary, pipe) = (try makeLoop(), Diary(), try TestPipe())
        _ = loop.watch(pipe.readEnd, for: .hungUp) { found in
            diary.note(found == .hungUp ? "hung up" : "\(found)")
            loop.stop()
        }
        pipe.put("not asked for")
        loop.nextTurn {
            diary.note("turn")
            pipe.closeWriteEnd()
        }
        loop.runInTime()
        #expect(diary.entries == ["turn", "hung up"])
    }

    @Test("A watch that a handler ends is not called any more, not even for what this round has found")
    func unwatchedWithin() throws {
        let (loop, diary) = (try makeLoop(), Diary())
        let pipes = [try TestPipe(), try TestPipe(), try TestPipe()]
        var watches: [EventLoop.Watch] = []
        for (number, pipe) in pipes.enumerated() {
            pipe.put()
            let watch = loop.watch(pipe.readEnd, for: .readable) { _ in
                diary.note("\(number)")
                // The first one to be called ends all of them, itself too.
                for watch in watches { loop.unwatch(watch) }
                loop.after(nanoseconds: 3_000_000) { loop.stop() }
            }
            watches.append(watch)
        }
        loop.runInTime()
        #expect(diary.entries == ["0"])
    }

    @Test("A watch that a handler begins is not taken for another one of this round")
    func watchedWithin() throws {
        let (loop, diary) = (try makeLoop(), Diary())
        let (full, empty, other) = (try TestPipe(), try TestPipe(), try TestPipe())
        full.put()
        other.put()
        var first: EventLoop.Watch?
        first = loop.watch(full.readEnd, for: .readable) { _ in
            diary.note("first")
            if let first { loop.unwatch(first) }
            _ = loop.watch(empty.readEnd, for: .readable) { _ in diary.note("empty") }
        }
        var second: EventLoop.Watch?
        second = loop.watch(other.readEnd, for: .readable) { _ in
            diary.note("second")
            if let second { loop.unwatch(second) }
            loop.after(nanoseconds: 3_000_000) { loop.stop() }
        }
        loop.runInTime()
        #expect(diary.entries == ["first", "second"])
    }

    @Test("A handler hears only of what is waited for at that moment, also when another one has just changed it")
    func changedWithin() throws {
        let (loop, diary) = (try makeLoop(), Diary())
        let (first, second) = (try TestPipe(), try TestPipe())
        first.put()
        second.put()
        var changed: EventLoop.Watch?
        var watch: EventLoop.Watch?
        watch = loop.watch(first.readEnd, for: .readable) { _ in
            if let changed { loop.change(changed, to: .writable) }
            if let watch { loop.unwatch(watch) }
            loop.after(nanoseconds: 3_000_000) { loop.stop() }
        }
        changed = loop.watch(second.readEnd, for: .readable) { found in diary.note("\(found.rawValue)") }
        loop.runInTime()
        #expect(diary.entries == [])
    }

    @Test("One descriptor may be watched twice, and each watch ends by itself")
    func twice() throws {
        let (loop, diary, pipe) = (try makeLoop(), Diary(), try TestPipe())
        pipe.put()
        var first: EventLoop.Watch?
        first = loop.watch(pipe.readEnd, for: .readable) { _ in
            diary.note("first")
            if let first { loop.unwatch(first) }
        }
        var calls = 0
        _ = loop.watch(pipe.readEnd, for: .readable) { _ in
            diary.note("second")
            calls += 1
            if calls == 2 { loop.stop() }
        }
        loop.runInTime()
        #expect(diary.entries == ["first", "second", "second"])
    }

    @Test("A descriptor that is closed is reported as broken instead of being passed over")
    func closed() throws {
        let (loop, diary) = (try makeLoop(), Diary())
        _ = loop.watch(987_654, for: .readable) { found in
            diary.note(found == .hungUp ? "broken" : "\(found)")
            loop.stop()
        }
        loop.runInTime()
        #expect(diary.entries == ["broken"])
    }
}
