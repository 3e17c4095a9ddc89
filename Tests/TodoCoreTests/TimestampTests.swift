import TestSupport
import Testing
import TodoCore

@Suite("A moment is written as RFC 3339 says, in UTC, with milliseconds")
struct TimestampTests {
    @Test(
        "Known moments",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1, "1970-01-01T00:00:00.001Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (999, "1970-01-01T00:00:00.999Z"), (-1000, "1969-12-31T23:59:59.000Z"),
            (86_399_999, "1970-01-01T23:59:59.999Z"),
            (86_400_000, "1970-01-02T00:00:00.000Z"), (-86_400_000, "1969-12-31T00:00:00.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"), (951_868_799_999, "2000-02-29T23:59:59.999Z"),
            (951_868_800_000, "2000-03-01T00:00:00.000Z"), (1_709_251_199_007, "2024-02-29T23:59:59.007Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
            (-2_203_891_200_001, "1900-02-28T23:59:59.999Z"), (-2_203_891_200_000, "1900-03-01T00:00:00.000Z"),
            (1_234_567_890_123, "2009-02-13T23:31:30.123Z"), (2_147_483_648_000, "2038-01-19T03:14:08.000Z"),
            (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
        ] as [(Int64, String)])
    func known(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).text == text)
    }

    @Test("Every day from 1600 to 2400 follows the one before")
    func everyDay() throws {
        // 1600-01-01 and 2400-12-31, counted from 1970.
        var date = try #require(DueDate("1600-01-01"))
        for day in Int64(-135_140)...157_419 {
            let text = Timestamp(milliseconds: day * 86_400_000 + 43_200_000).text
            if text != date.text + "T12:00:00.000Z" { Issue.record("\(day) is \(text), not \(date.text)") }
            date = try #require(
                DueDate(number: date.number + 1) ?? DueDate(number: date.number / 100 * 100 + 101)
                    ?? DueDate(number: (date.number / 10_000 + 1) * 10_000 + 101))
        }
        #expect(date.text == "2401-01-01")
    }

    @Test("The time of day is that of the clock")
    func timeOfDay() {
        var chance = SeededGenerator.printed(for: "times of day")
        func two(_ number: Int, _ width: Int = 2) -> String {
            String(repeating: "0", count: width - "\(number)".count) + "\(number)"
        }
        for _ in 0..<500 {
            let (hour, minute) = (Int.random(in: 0..<24, using: &chance), Int.random(in: 0..<60, using: &chance))
            let (second, milli) = (Int.random(in: 0..<60, using: &chance), Int.random(in: 0..<1000, using: &chance))
            let moment = Int64(((hour * 60 + minute) * 60 + second) * 1000 + milli) - 86_400_000
            let text = "1969-12-31T\(two(hour)):\(two(minute)):\(two(second)).\(two(milli, 3))Z"
            #expect(Timestamp(milliseconds: moment).text == text)
        }
    }

    @Test(
        "A moment outside of the years that RFC 3339 can write is written as the nearest that it can",
        arguments: [
            (Int64.max, "9999-12-31T23:59:59.999Z"), (253_402_300_800_000, "9999-12-31T23:59:59.999Z"),
            (Int64.min, "0000-01-01T00:00:00.000Z"), (-62_167_219_200_001, "0000-01-01T00:00:00.000Z"),
        ])
    func outside(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).text == text)
    }

    @Test("Moments are ordered as they follow each other")
    func order() {
        #expect(Timestamp(milliseconds: -1) < Timestamp(milliseconds: 0))
        #expect(!(Timestamp(milliseconds: 0) < Timestamp(milliseconds: 0)))
    }
}
