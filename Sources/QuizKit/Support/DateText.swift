import Foundation

/// Dates as text in files: ISO 8601 in UTC with 0, 3, 6 or 9 decimal places, such as
/// `2026-11-21T11:00:00.250Z`.
///
/// Foundation's `.iso8601` strategy drops fractions of a second, so a record would differ after a
/// reload, and it is slow to read. A date that such a text cannot represent exactly is written as
/// the number of seconds since 2001.
package enum DateText {
  private static let secondsFrom1970To2001: Double = 978_307_200
  private static let secondsOfDay = 86_400

  /// The text without quotation marks, or `nil` when the date must be written as a number.
  package static func text(of date: Date) -> [UInt8]? {
    let seconds = date.timeIntervalSinceReferenceDate
    guard date.isOnCalendars else { return nil }
    let whole = seconds.rounded(.down)
    let fraction = seconds - whole
    for digits in fraction == 0 ? [0] : [3, 6, 9] {
      let scale = scales[digits]
      let units = (fraction * scale).rounded()
      guard units < scale, whole + units / scale == seconds else { continue }
      return text(
        wholeSeconds: Int(whole) + Int(secondsFrom1970To2001), fraction: Int(units), digits: digits)
    }
    return nil
  }

  /// The date to the millisecond, for people.
  package static func description(of date: Date) -> String {
    let rounded = (date.timeIntervalSinceReferenceDate * 1000).rounded() / 1000
    let text = text(of: Date(timeIntervalSinceReferenceDate: rounded))
    return text.map { String(decoding: $0, as: UTF8.self) } ?? "\(date.timeIntervalSince1970)"
  }

  private static let scales: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

  /// The text of a number of seconds since 1970; `nil` for a year of more than four digits.
  static func text(wholeSeconds: Int, fraction: Int = 0, digits: Int = 0) -> [UInt8]? {
    let second = wholeSeconds.quotientRoundedDown(by: secondsOfDay)
    let (year, month, day) = Day(number: second.quotient).date
    guard (0...9999).contains(year) else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(32)
    append(year, width: 4, to: &text)
    append(month, width: 2, after: "-", to: &text)
    append(day, width: 2, after: "-", to: &text)
    append(second.remainder / 3600, width: 2, after: "T", to: &text)
    append(second.remainder / 60 % 60, width: 2, after: ":", to: &text)
    append(second.remainder % 60, width: 2, after: ":", to: &text)
    if digits > 0 { append(fraction, width: digits, after: ".", to: &text) }
    text.append(UInt8(ascii: "Z"))
    return text
  }

  private static func append(
    _ number: Int, width: Int, after separator: Unicode.Scalar? = nil, to text: inout [UInt8]
  ) {
    if let separator { text.append(UInt8(ascii: separator)) }
    var unit = 1
    for _ in 1..<width { unit *= 10 }
    while unit > 0 {
      text.append(UInt8(ascii: "0") + UInt8(number / unit % 10))
      unit /= 10
    }
  }

  /// Parses a text from ``text(of:)``. Accepts any number of decimal places from 0 to 9. `nil` for
  /// a date that no calendar has, and for one that is not ``Foundation/Date/isOnCalendars``.
  package static func date(_ text: UnsafeRawBufferPointer) -> Date? {
    func number(_ start: Int, _ width: Int) -> Int? {
      var number = 0
      for byte in text[start..<start + width] {
        let digit = byte &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        number = number * 10 + Int(digit)
      }
      return number
    }
    guard text.count >= 20, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
      text[text.count - 1] == UInt8(ascii: "Z"),
      let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
      let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2),
      let day = Day(year: year, month: month, day: day), hour < 24, minute < 60, second < 60
    else { return nil }
    let whole = day.number * secondsOfDay + hour * 3600 + minute * 60 + second
    var fraction = 0.0
    if text.count > 20 {
      let digits = text.count - 21
      guard text[19] == UInt8(ascii: "."), (1...9).contains(digits), let units = number(20, digits)
      else { return nil }
      fraction = Double(units) / scales[digits]
    }
    let date = Date(
      timeIntervalSinceReferenceDate: Double(whole - Int(secondsFrom1970To2001)) + fraction)
    return date.isOnCalendars ? date : nil
  }

  /// Parses a date as a person types it: as ``date(_:)`` does, or with a distance from universal
  /// time in place of the `Z`, such as `2000-01-31T09:30:00+09:00`.
  package static func date(typed text: String) -> Date? {
    let bytes = Array(text.utf8)
    let signs = [UInt8(ascii: "+"), UInt8(ascii: "-")]
    guard let sign = bytes.dropFirst(19).lastIndex(where: { signs.contains($0) }) else {
      return bytes.withUnsafeBytes { Self.date($0) }
    }
    let time = bytes[..<sign] + [UInt8(ascii: "Z")]
    let digits = bytes[sign...].dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard let local = time.withUnsafeBytes({ Self.date($0) }), digits.count == 4,
      let number = Int(String(decoding: digits, as: UTF8.self)), number / 100 < 24,
      number % 100 < 60
    else { return nil }
    let seconds = TimeInterval(number / 100 * 3600 + number % 100 * 60)
    let date = bytes[sign] == signs[0] ? local - seconds : local + seconds
    return date.isOnCalendars ? date : nil
  }
}

/// An instant in a view-model's state, in a form for scripts and for people in their time zone.
package struct Stamp: Encodable, Equatable, Sendable {
  /// The instant in ISO 8601 with the offset from UTC, such as `2000-01-31T09:30:00+09:00`.
  package let text: String

  /// Creates the stamp of `date` in `timeZone`.
  package init(_ date: Date, in timeZone: TimeZone) {
    let offset = timeZone.secondsFromGMT(for: date)
    let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + offset
    // The years of the dates that the program keeps have four digits in every time zone.
    let local = DateText.text(wholeSeconds: seconds) ?? Array("\(seconds)Z".utf8)
    let (hours, minutes) = (abs(offset) / 3600, abs(offset) / 60 % 60)
    let distance = String(format: "%@%02d:%02d", offset < 0 ? "-" : "+", hours, minutes)
    text = String(decoding: local.dropLast(), as: UTF8.self) + (offset == 0 ? "Z" : distance)
  }

  /// The date and the time to the minute, for people: `2000-01-31 09:30`.
  package var minute: String { String(text.prefix(16)).replacing("T", with: " ") }

  /// The date and the time to the second, for people: `2000-01-31 09:30:00`.
  package var second: String { String(text.prefix(19)).replacing("T", with: " ") }

  /// Encodes only the text.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

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

/// The days of a person, which may begin later than at midnight, because who stays up late has not
/// begun the next day yet.
public struct LocalDays: Sendable {
  /// The time zone.
  package let timeZone: TimeZone
  /// How many seconds after midnight each day begins.
  package let begins: Int

  /// - Parameters:
  ///   - timeZone: The time zone.
  ///   - begins: How many seconds after midnight each day begins.
  public init(_ timeZone: TimeZone, begins: Int = 0) {
    (self.timeZone, self.begins) = (timeZone, begins)
  }

  /// Days from midnight to midnight in universal time.
  public static var gmt: LocalDays { LocalDays(.gmt) }

  /// The instant at which a day begins.
  package func start(of day: Day) -> Date { day.start(in: timeZone) + TimeInterval(begins) }

  /// The day to which an instant belongs.
  package func day(of date: Date) -> Day { Day(date - TimeInterval(begins), in: timeZone) }
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

extension Date {
  /// Whether the date is in the years 1 to 9998. The program keeps and reads no others: on these it
  /// can count on for a year, in every time zone, and still write the year in four digits.
  package var isOnCalendars: Bool {
    (-62_135_596_800..<253_370_764_800).contains(timeIntervalSince1970)
  }

  /// Whether the instant after `duration` is still in these years.
  package func isOnCalendars(after duration: Duration) -> Bool {
    (self + duration / .seconds(1)).isOnCalendars
  }
}

/// Reads durations as people type them: `500ms`, `5s`, `2m`, `1h`, `1m30s`, `90` (seconds),
/// `2分30秒`.
package enum DurationText {
  /// The longest duration accepted, about a year, so that adding durations cannot overflow.
  package static let longest = Duration.seconds(366 * 24 * 3600)

  private static let units: [(name: String, milliseconds: Int)] = [
    ("ms", 1), ("ミリ秒", 1), ("h", 3_600_000), ("時間", 3_600_000), ("m", 60_000), ("分", 60_000),
    ("s", 1000), ("秒", 1000),
  ]

  /// The duration in `text`, or `nil` when the text is not a duration, is negative, or exceeds
  /// ``longest``.
  package static func parse(_ text: String) -> Duration? {
    var rest = FullWidth.folded(text).lowercased()[...]
    var total = 0
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard digits.count <= 11, let amount = Int(digits) else { return nil }
      rest = rest.dropFirst(digits.count)
      guard let unit = units.first(where: { rest.hasPrefix($0.name) }) else {
        // A bare number means seconds only when nothing else is typed: "1m30" is probably a slip.
        guard rest.isEmpty, digits.count == text.count else { return nil }
        return checked(amount * 1000)
      }
      rest = rest.dropFirst(unit.name.count)
      total += amount * unit.milliseconds
    }
    return checked(total)
  }

  /// The duration in the largest unit that divides it without a remainder: `90m`, `45s`, `1500ms`.
  package static func text(of duration: Duration) -> String {
    let milliseconds = duration.wholeMilliseconds
    if milliseconds % 60_000 == 0 { return "\(milliseconds / 60_000)m" }
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }

  private static func checked(_ milliseconds: Int) -> Duration? {
    let duration = Duration.milliseconds(milliseconds)
    return duration <= longest ? duration : nil
  }
}

extension Duration {
  /// Whole seconds, rounded up, as a countdown shows them: 59.2 s is shown as 60.
  package var secondsRoundedUp: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) + (attoseconds > 0 ? 1 : 0)
  }

  /// Whole milliseconds, rounded down, as in files and JSON output.
  package var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}
