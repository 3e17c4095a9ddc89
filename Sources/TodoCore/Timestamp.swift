/// A moment, in milliseconds since 1970-01-01T00:00:00Z without leap seconds.
package struct Timestamp: Sendable, Hashable, Comparable {
    /// Negative before 1970.
    package let milliseconds: Int64

    /// - Parameter milliseconds: since 1970-01-01T00:00:00Z. Any number is taken.
    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Earlier moments come first.
    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// From the start of the year 0000 to the end of 9999: what RFC 3339 can write.
    private static let writable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    /// RFC 3339, UTC, always with three digits of milliseconds: "2024-02-29T23:59:59.007Z". A moment that cannot be
    /// written so, which only a clock or a file gone wrong has, is written as the nearest that can.
    package var text: String {
        withText { span in unsafe span.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) } }
    }

    /// The same as bytes, without a String.
    package func withText<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        let writable = min(max(milliseconds, Self.writable.lowerBound), Self.writable.upperBound)
        let (days, rest) = writable.flooringDivision(by: Self.day)
        let (year, month, day) = Self.civil(days)
        // Less than a day, so 32 bits hold it.
        let inDay = Int32(truncatingIfNeeded: rest)
        var text = InlineArray<24, UInt8>(repeating: UInt8(ascii: "Z"))
        func digit(_ number: Int32, at place: Int) {
            text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10)
        }
        func pair(_ number: Int32, at place: Int, _ mark: Unicode.Scalar) {
            digit(number / 10, at: place)
            digit(number, at: place + 1)
            text[place + 2] = UInt8(ascii: mark)
        }
        digit(year / 1000, at: 0)
        digit(year / 100, at: 1)
        pair(year, at: 2, "-")
        pair(month, at: 5, "-")
        pair(day, at: 8, "T")
        pair(inDay / 3_600_000, at: 11, ":")
        pair(inDay / 60_000 % 60, at: 14, ":")
        pair(inDay / 1000 % 60, at: 17, ".")
        digit(inDay / 100, at: 20)
        digit(inDay / 10, at: 21)
        digit(inDay, at: 22)
        return body(text.span)
    }

    /// How long a day is, in milliseconds.
    package static let day: Int64 = 86_400_000

    /// The moment at which a day begins in UTC.
    package init(startOf date: DueDate) {
        let (year, month, day) = (date.number / 10_000, date.number / 100 % 100, date.number % 100)
        // Years begin with March, as below.
        let marchYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = marchYear.flooringDivision(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        milliseconds = (era * 146_097 + dayOfEra - 719_468) * Self.day
    }

    /// The beginning of its day in UTC.
    package var startOfDay: Timestamp {
        Timestamp(milliseconds: milliseconds - milliseconds.flooringDivision(by: Self.day).remainder)
    }

    /// The Gregorian date of a number of days since 1970-01-01. Eras of 400 years have 146,097 days each; within one,
    /// years are counted from March, so that the leap day comes last.
    private static func civil(_ days: Int64) -> (year: Int32, month: Int32, day: Int32) {
        let (era, dayOfEra) = (days + 719_468).flooringDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        return (Int32(truncatingIfNeeded: year), Int32(truncatingIfNeeded: month), Int32(truncatingIfNeeded: day))
    }
}

extension Int64 {
    fileprivate func flooringDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
