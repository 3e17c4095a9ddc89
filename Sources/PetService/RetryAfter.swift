/// The header `Retry-After` (RFC 9110, section 10.2.3), and the services' own `Retry-After-Seconds`.
enum RetryAfter {
    /// When a 429 doesn't tell, in seconds.
    static let standard = 60
    /// No answer keeps the server from asking for longer than a day.
    static let longest = 86_400

    /// Seconds to wait, 1 to `longest`; nil when the value is neither a number nor a date. A time that is over already,
    /// or 0, is 1: asking again at once is just what a 429 forbids.
    /// - Parameter now: seconds since 1970.
    static func seconds(_ value: String, now: Int64) -> Int? {
        let text = value.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        if let first = text.first, (0x30...0x39).contains(first) || first == UInt8(ascii: ".") {
            // Outside the standard, but seen: fractions.
            guard let number = Double(String(decoding: text, as: UTF8.self)), number >= 0, number.isFinite else {
                return nil
            }
            return clamped(number.rounded(.up))
        }
        guard let date = date(value) else { return nil }
        return clamped(Double(date) - Double(now))
    }

    private static func clamped(_ seconds: Double) -> Int { Int(min(max(seconds, 1), Double(longest))) }

    /// Seconds since 1970 of a date in one of HTTP's three forms (RFC 9110, section 5.6.7):
    /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`.
    static func date(_ text: String) -> Int64? {
        guard text.utf8.count <= 64 else { return nil }
        let words = text.split { $0 == " " || $0 == "," || $0 == "-" }
        let fields: (day: Substring, month: Substring, year: Substring, time: Substring)
        if words.count == 6, words[5] == "GMT" {
            fields = (words[1], words[2], words[3], words[4])
        } else if words.count == 5 {
            fields = (words[2], words[1], words[4], words[3])
        } else {
            return nil
        }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard let day = number(fields.day, 1...31), let month = months.firstIndex(of: String(fields.month)),
            var year = number(fields.year, 0...9999), let time = seconds(clock: fields.time)
        else { return nil }
        // Two digits are the past century unless that is more than about half a century ago.
        if fields.year.utf8.count == 2 { year += year < 70 ? 2000 : 1900 }
        return days(year: year, month: Int64(month) + 1, day: day) * 86_400 + time
    }

    private static func seconds(clock: Substring) -> Int64? {
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hours = number(parts[0], 0...23), let minutes = number(parts[1], 0...59),
            let seconds = number(parts[2], 0...60)
        else { return nil }
        return hours * 3600 + minutes * 60 + seconds
    }

    private static func number(_ text: Substring, _ range: ClosedRange<Int64>) -> Int64? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text), range.contains(number)
        else {
            return nil
        }
        return number
    }

    /// Days since 1970-01-01 in the Gregorian calendar; years start in March here, so that the leap day comes last.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let ofEra = year - era * 400
        let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }
}
