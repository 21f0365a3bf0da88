import Foundation

/// A calendar day, independent of a time zone.
public struct Day: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01.
  package let number: Int

  /// Creates a day from the days since 1970-01-01.
  package init(number: Int) {
    self.number = number
  }

  /// The day with this date. All dates are those of ISO 8601: of the Gregorian calendar, also in
  /// the years before it was introduced. `nil` when the month does not have the day.
  package init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    // By Howard Hinnant (<https://howardhinnant.github.io/date_algorithms.html>), as the way back
    // is. It counts in eras of 400 years that begin in March.
    let (era, yearOfEra) = (month <= 2 ? year - 1 : year).quotientRoundedDown(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    number = era * 146_097 + dayOfEra - 719_468
    guard date == (year, month, day) else { return nil }
  }

  /// The date in the Gregorian calendar.
  package var date: (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = (number + 719_468).quotientRoundedDown(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// The day of `date` in `timeZone`.
  package init(_ date: Date, in timeZone: TimeZone) {
    let seconds = date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: date))
    number = Int((seconds / 86400).rounded(.down))
  }

  /// The instant at which the day begins in `timeZone`.
  package func start(in timeZone: TimeZone) -> Date {
    let midnight = Date(timeIntervalSince1970: Double(number) * 86400)
    return midnight - TimeInterval(timeZone.secondsFromGMT(for: midnight))
  }

  /// 0 for Monday to 6 for Sunday (ISO 8601 begins its weeks on Monday; 1970-01-01 was a Thursday).
  package var weekday: Int { ((number + 3) % 7 + 7) % 7 }

  /// The day as `2000-01-31`.
  package var text: String {
    let (year, month, day) = date
    return String(format: "%04d-%02d-%02d", year, month, day)
  }

  /// The day `days` later.
  package static func + (day: Day, days: Int) -> Day { Day(number: day.number + days) }

  /// The day `days` earlier.
  package static func - (day: Day, days: Int) -> Day { Day(number: day.number - days) }

  public static func < (a: Day, b: Day) -> Bool { a.number < b.number }
}

extension Day: Encodable {
  /// Writes the day as `2000-01-31`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension Int {
  func quotientRoundedDown(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
