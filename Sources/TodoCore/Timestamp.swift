/// A moment, in milliseconds since 1970-01-01T00:00:00Z without leap seconds.
package struct Timestamp: Sendable, Hashable, Comparable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

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
        let (days, inDay) = writable.flooringDivision(by: Self.day)
        let (year, month, day) = Self.civil(days)
        var text = InlineArray<24, UInt8>(repeating: UInt8(ascii: "Z"))
        func put(_ number: Int64, _ digits: Int, at place: Int, _ mark: Unicode.Scalar) {
            var rest = number
            for offset in stride(from: digits - 1, through: 0, by: -1) {
                text[place + offset] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            text[place + digits] = UInt8(ascii: mark)
        }
        put(year, 4, at: 0, "-")
        put(month, 2, at: 5, "-")
        put(day, 2, at: 8, "T")
        put(inDay / 3_600_000, 2, at: 11, ":")
        put(inDay / 60_000 % 60, 2, at: 14, ":")
        put(inDay / 1000 % 60, 2, at: 17, ".")
        put(inDay % 1000, 3, at: 20, "Z")
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
    private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = (days + 719_468).flooringDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}

extension Int64 {
    fileprivate func flooringDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
