import TestSupport

struct SplitterFuzzer: Fuzzer {
    func run(_ bytes: [UInt8]) -> String? {
        var decisions = Decisions(bytes)
        let limit = 1 + decisions.below(64)
        var sizes = Decisions(decisions.take(4))
        let stream = decisions.takeAll()
        let whole = Feeder.events([stream], limit: limit)
        var feeder = Feeder(limit: limit)
        var place = 0
        while place < stream.count {
            let end = min(stream.count, place + 1 + sizes.below(16))
            feeder.feed(Array(stream[place..<end]))
            place = end
            // A line may have an end that does not count, a header its own limit.
            if !feeder.events.contains(.lost), feeder.kept > limit + 2 + 8192 + 16 {
                return "\(feeder.kept) bytes kept"
            }
        }
        feeder.end()
        guard feeder.events == whole else { return "whole: \(whole), in pieces: \(feeder.events)" }
        for case .message(let text) in whole where text.utf8.count > limit && !text.unicodeScalars.contains("\u{FFFD}")
        {
            return "a message of \(text.utf8.count) bytes, over the limit"
        }
        return nil
    }
}
