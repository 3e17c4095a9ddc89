import EventLoop
import TestSupport
import Testing

@Suite("The event loop: turns and timers", .blocking, .timeLimit(.minutes(10)))
struct TurnAndTimerTests {
    @Test("Turns run in their order, and one that is asked for within a turn runs in the next round")
    func turns() throws {
        let (loop, diary) = (try makeLoop(), Diary())
        loop.nextTurn {
            diary.note("a")
            loop.nextTurn {
                diary.note("c")
                loop.stop()
            }
        }
        loop.nextTurn { diary.note("b") }
        loop.runInTime()
        #expect(diary.entries == ["a", "b", "c"])
    }

    @Test("A round that was stopped is carried through, and the next one does not begin")
    func stop() throws {
        let (loop, diary) = (try makeLoop(), Diary())
        loop.nextTurn {
            loop.stop()
            loop.nextTurn { diary.note("next round") }
        }
        loop.nextTurn { diary.note("same round") }
        loop.runInTime()
        #expect(diary.entries == ["same round"])
    }

    @Test("Timers run in the order in which they are due, those of one moment in the order in which they were set")
    func order() throws {
        let (loop, diary, now) = (try makeLoop(), Diary(), MonotonicClock.now)
        loop.at(now + 30_000_000) {
            diary.note("late")
            loop.stop()
        }
        loop.at(now) { diary.note("now 1") }
        loop.at(now + 15_000_000) { diary.note("soon") }
        loop.at(now) { diary.note("now 2") }
        loop.runInTime()
        #expect(diary.entries == ["now 1", "now 2", "soon", "late"])
    }

    @Test("Timers that are due in the same round run in the order of their moments, in whatever order they were set")
    func sameRound() throws {
        let (loop, diary, now) = (try makeLoop(), Diary(), MonotonicClock.now)
        loop.at(now - 1) {
            diary.note("last")
            loop.stop()
        }
        loop.at(now - 3) { diary.note("first") }
        loop.at(now - 2) { diary.note("second") }
        loop.runInTime()
        #expect(diary.entries == ["first", "second", "last"])
    }

    @Test("No timer runs before its time", arguments: [0, 1, 999_999, 1_000_000, 1_000_001, 7_500_000] as [UInt64])
    func notEarly(nanoseconds: UInt64) throws {
        let loop = try makeLoop()
        let start = MonotonicClock.now
        var waited: UInt64 = 0
        loop.after(nanoseconds: nanoseconds) {
            waited = MonotonicClock.now - start
            loop.stop()
        }
        loop.runInTime()
        #expect(waited >= nanoseconds)
    }

    @Test("A timer of the longest time there is does not run at once, and holds no other up")
    func forever() throws {
        let (loop, diary) = (try makeLoop(), Diary())
        for nanoseconds in [UInt64.max, UInt64.max - 1, UInt64.max / 2] {
            loop.after(nanoseconds: nanoseconds) { diary.note("never") }
        }
        loop.after(nanoseconds: 2_000_000) {
            diary.note("in time")
            loop.stop()
        }
        loop.runInTime()
        #expect(diary.entries == ["in time"])
    }

    @Test("A timer that is cancelled does not run, not even one that is due in the same round")
    func cancelled() throws {
        let (loop, diary) = (try makeLoop(), Diary())
        let early = loop.after(nanoseconds: 1_000_000) { diary.note("cancelled before") }
        loop.cancel(early)
        loop.cancel(early)
        var second: EventLoop.Timer?
        loop.after(nanoseconds: 0) {
            diary.note("first")
            if let second { loop.cancel(second) }
        }
        second = loop.after(nanoseconds: 0) { diary.note("cancelled by the first") }
        loop.after(nanoseconds: 3_000_000) { loop.stop() }
        loop.runInTime()
        #expect(diary.entries == ["first"])
    }

    @Test("A timer runs once, and one that sets itself again without delay leaves room for everything else")
    func again() throws {
        let (loop, diary) = (try makeLoop(), Diary())
        var rounds = 0
        func again() {
            rounds += 1
            if rounds < 5 {
                loop.after(nanoseconds: 0, again)
            } else {
                loop.after(nanoseconds: 3_000_000) { loop.stop() }
            }
        }
        loop.after(nanoseconds: 0, again)
        loop.nextTurn { diary.note("turn after \(rounds)") }
        loop.runInTime()
        #expect(rounds == 5)
        #expect(diary.entries == ["turn after 1"])
    }

    @Test("A pause lasts as long as it says, also over a second's end")
    func pause() {
        for nanoseconds in [1_000_000, 1_000_000_001] {
            let start = MonotonicClock.now
            MonotonicClock.pause(nanoseconds: nanoseconds)
            #expect(MonotonicClock.now - start >= UInt64(nanoseconds))
        }
    }
}
