internal import CSystem
package import TodoCore

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The time of day, as the system has it.
package enum SystemClock {
    /// This moment. It goes back when somebody sets the clock back.
    package static func now() -> Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}

extension LocalCalendar {
    /// The days of the process's time zone (`TZ`), as they are when they are asked for.
    package static let system = LocalCalendar { date in
        let date = date ?? today
        let (year, month, day) = (date.number / 10_000, date.number / 100 % 100, date.number % 100)
        return Day(
            date: date, start: Timestamp(milliseconds: csystem_start_of_day(year, month, day) * 1000),
            end: Timestamp(milliseconds: csystem_start_of_day(year, month, day + 1) * 1000))
    }

    private static var today: DueDate {
        var (year, month, day): (Int64, Int64, Int64) = (0, 0, 0)
        unsafe csystem_local_date(&year, &month, &day)
        return DueDate(year: Int(year), month: Int(month), day: Int(day)) ?? .first
    }
}
