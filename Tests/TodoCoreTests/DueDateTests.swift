import TestSupport
import Testing
import TodoCore

/// Goes from day to day as a wall calendar does, and knows nothing else.
private struct WallCalendar {
    var (year, month, day) = (1, 1, 1)

    var isLeap: Bool {
        if year % 400 == 0 { return true }
        if year % 100 == 0 { return false }
        return year % 4 == 0
    }

    mutating func turn() {
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        day += 1
        if day > lengths[month - 1] { (month, day) = (month + 1, 1) }
        if month > 12 { (year, month) = (year + 1, 1) }
    }

    var text: String { Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2) }

    static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: width - digits.count) + digits
    }
}

@Suite("A due date is a day of the calendar")
struct DueDateTests {
    @Test(
        "Every day of 450 years is one, with the same text and number, and each is after the one before",
        arguments: [1, 1580, 9550])
    func everyDay(first: Int) throws {
        var calendar = WallCalendar()
        calendar.year = first
        var before: DueDate?
        var days = 0
        while calendar.year < min(first + 450, 10_000) {
            let text = calendar.text
            guard let date = DueDate(text) else {
                Issue.record("\(text) is refused")
                return
            }
            let isRight =
                date.text == text && DueDate(number: date.number) == date
                && DueDate(year: calendar.year, month: calendar.month, day: calendar.day) == date
                && before.map { $0 < date && $0 != date } ?? true
            if !isRight { Issue.record("\(text) is read as \(date)") }
            before = date
            days += 1
            calendar.turn()
        }
        // 450 years hold 109 leap days, or 108 or 110 by where they begin.
        #expect(abs(days - 450 * 365 - 109) <= 1)
    }

    @Test("A day and a month that the calendar does not have are refused, in every year of 400")
    func impossibleDays() {
        for year in 1600..<2000 {
            var calendar = WallCalendar()
            calendar.year = year
            #expect((DueDate(year: year, month: 2, day: 29) != nil) == calendar.isLeap, "\(year)")
            for (month, day) in [
                (2, 30), (4, 31), (6, 31), (9, 31), (11, 31), (1, 32), (0, 1), (13, 1), (1, 0), (1, -1), (-1, 1),
            ] {
                #expect(DueDate(year: year, month: month, day: day) == nil, "\(year), \(month), \(day)")
            }
        }
        #expect(DueDate(year: 0, month: 1, day: 1) == nil)
        #expect(DueDate(year: 10_000, month: 1, day: 1) == nil)
        #expect(DueDate(year: .max, month: .max, day: .max) == nil)
        #expect(DueDate(year: .min, month: .min, day: .min) == nil)
    }

    @Test(
        "Whatever is not exactly YYYY-MM-DD is refused",
        arguments: [
            "", "2024", "2024-02", "2024-2-29", "24-02-29", "2024-02-29T00:00:00Z", "2024-02-29 ", " 2024-02-29",
            "2024-02-29\n",
            "2024/02/29", "2024-02-30", "2023-02-29", "1900-02-29", "0000-01-01", "2024-00-01", "2024-13-01",
            "2024-01-00",
            "2024-01-32", "-024-01-01", "+2024-01-01", "2024-+1-01", "2024-01--1", "10000-01-01", "２０２４-01-01",
            "2024–02–29",
            "2024-02-2９", "2024-02-29\u{0}", "20240229", "2024-060", "2024-W09-4", "today", "2024-02-29\u{301}",
            "abcd-ef-gh",
        ])
    func badTexts(text: String) { #expect(DueDate(text) == nil) }

    @Test("The first and the last day are taken", arguments: ["0001-01-01", "9999-12-31", "2000-02-29", "2024-02-29"])
    func edges(text: String) { #expect(DueDate(text)?.text == text) }

    @Test("Every text that differs from a day in one byte is another day or none")
    func mutations() {
        let text = Array("2024-02-29".utf8)
        for place in text.indices {
            for byte in UInt8.min..<0x80 where byte != text[place] {
                var changed = text
                changed[place] = byte
                let other = String(decoding: changed, as: UTF8.self)
                if let date = DueDate(other) { #expect(date.text == other) }
            }
        }
    }

    @Test(
        "A number that no day has is none",
        arguments: [0, 1, -1, 10_100, 10_000, 20_230_229, 99_991_232, 100_000_101, Int64.max, Int64.min])
    func badNumbers(number: Int64) { #expect(DueDate(number: number) == nil) }

    @Test("The first day is before all others")
    func first() {
        #expect(DueDate.first == DueDate("0001-01-01"))
    }
}
