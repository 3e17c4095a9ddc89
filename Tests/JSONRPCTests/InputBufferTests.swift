import JSONRPC
import TestSupport
import Testing

extension InputBuffer {
    fileprivate mutating func append(_ bytes: [UInt8]) {
        _ = unsafe append(room: bytes.count) { free in
            unsafe free.copyBytes(from: bytes)
            return bytes.count
        }
    }

    fileprivate var contents: [UInt8] { withBytes { bytes in bytes.indices.map { bytes[$0] } } }
}

@Suite("The buffer keeps what has arrived and is not done with")
struct InputBufferTests {
    @Test("A new buffer is empty, and reads so")
    func empty() {
        let buffer = InputBuffer()
        #expect(buffer.count == 0)
        #expect(buffer.contents == [])
    }

    @Test(
        "There is at least the room that is asked for, however much that is",
        arguments: [1, 1000, 1 << 17, (1 << 17) + 1, 5_000_000])
    func room(wanted: Int) {
        var buffer = InputBuffer()
        buffer.append([1, 2, 3])
        var room = 0
        _ = unsafe buffer.append(room: wanted) { free in
            room = free.count
            return 0
        }
        #expect(room >= wanted)
        #expect(buffer.contents == [1, 2, 3])
    }

    @Test("It takes as many bytes as the reader says, and none when the reader fails")
    func failures() {
        var buffer = InputBuffer()
        buffer.append([1])
        let taken = unsafe buffer.append(room: 10) { _ in -1 }
        #expect(taken == -1)
        #expect(buffer.contents == [1])
    }

    @Test("Random appends and consumes give what an array gives, over several sizes of the memory")
    func model() {
        var chance = SeededGenerator.printed(for: "buffer")
        var buffer = InputBuffer()
        var model: [UInt8] = []
        let pattern = (0..<200_255).map { UInt8(truncatingIfNeeded: $0) }
        for step in 0..<200 {
            if chance.once(in: 2) {
                let count = chance.pick([0, 1, 10, 1000, 70_000, 200_000])
                let bytes = Array(pattern[step..<step + count])
                if chance.once(in: 2) { buffer.append(bytes) } else { buffer.append(bytes.span) }
                model += bytes
            } else {
                let count = chance.once(in: 3) ? model.count : Int.random(in: 0...model.count, using: &chance)
                buffer.consume(count)
                model.removeFirst(count)
            }
            #expect(buffer.count == model.count, "seed \(chance.seed)")
            let isSame = buffer.withBytes { bytes in
                unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) == model }
            }
            #expect(isSame, "seed \(chance.seed)")
        }
    }

    @Test("What a large message needed is given back once all is done with")
    func shrinking() {
        var buffer = InputBuffer()
        buffer.append([UInt8](repeating: 1, count: 3 << 20))
        buffer.consume(3 << 20)
        var room = 0
        _ = unsafe buffer.append(room: 1) { free in
            room = free.count
            return 0
        }
        #expect(room < 1 << 20)
        buffer.append([5])
        #expect(buffer.contents == [5])
    }

    @Test("An error of the reader of the bytes comes out as it is")
    func errors() {
        struct Failure: Error {}
        let buffer = InputBuffer()
        #expect(throws: Failure.self) { try buffer.withBytes { _ throws(Failure) in throw Failure() } }
    }
}
