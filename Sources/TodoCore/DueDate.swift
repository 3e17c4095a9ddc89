/// A calendar day, 0001-01-01…9999-12-31, Gregorian throughout. No time, no zone: the day that the user means.
package struct DueDate: Sendable, Hashable, Comparable {
    /// The day as the number that its digits make: 2024-02-29 is 20240229. Ordered as days are.
    package let number: Int64

    /// 0001-01-01.
    package static let first = DueDate(unchecked: 10_101)

    private init(unchecked number: Int64) { self.number = number }

    /// nil when the calendar has no such day.
    package init?(year: Int, month: Int, day: Int) {
        guard 1...9999 ~= year, 1...12 ~= month, day >= 1, day <= Self.days(in: month, of: year) else { return nil }
        number = Int64(year * 10_000 + month * 100 + day)
    }

    /// Exactly "YYYY-MM-DD" (RFC 3339, full-date); anything before or behind it is refused, not cut.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// From `number` of another one.
    package init?(number: Int64) {
        guard 1...99_991_231 ~= number else { return nil }
        self.init(year: Int(number / 10_000), month: Int(number / 100 % 100), day: Int(number % 100))
    }

    /// "YYYY-MM-DD".
    package var text: String {
        unsafe String(unsafeUninitializedCapacity: 10) { buffer in
            var rest = number
            for place in [9, 8, 6, 5, 3, 2, 1, 0] {
                unsafe buffer[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
            unsafe buffer[4] = UInt8(ascii: "-")
            unsafe buffer[7] = UInt8(ascii: "-")
            return 10
        }
    }

    /// Earlier days come first.
    package static func < (left: DueDate, right: DueDate) -> Bool { left.number < right.number }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var number = 0
        for digit in digits {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// A day as somebody lives it: its date, and when it begins and ends.
package struct Day: Sendable, Equatable {
    package let date: DueDate
    /// Midnight where the user is, or what takes its place where a day has none.
    package let start: Timestamp
    /// The start of the next one.
    package let end: Timestamp

    /// - Parameters:
    ///   - start: where the user is.
    ///   - end: the start of the next day, which need not be 24 hours later.
    package init(date: DueDate, start: Timestamp, end: Timestamp) {
        self.date = date
        self.start = start
        self.end = end
    }
}
