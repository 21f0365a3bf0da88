import Foundation

/// A calendar day, independent of a time zone.
public struct Day: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01.
  package let number: Int

  /// Creates a day from the days since 1970-01-01.
  package init(number: Int) {
    self.number = number
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
    Date(timeIntervalSince1970: Double(number) * 86400)
      .formatted(.iso8601.year().month().day())
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
