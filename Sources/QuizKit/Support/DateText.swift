import Foundation

/// Dates as text in files: ISO 8601 in UTC with 0, 3, 6 or 9 decimal places, such as
/// `2026-11-21T11:00:00.250Z`.
///
/// Foundation's `.iso8601` strategy drops fractions of a second, so a record would differ after a
/// reload, and it is slow to read. A date that such a text cannot represent exactly is written as
/// the number of seconds since 2001.
package enum DateText {
  private static let secondsFrom1970To2001: Double = 978_307_200
  /// Dates are nearer to 2001 than this, in seconds, so that arithmetic on them has no end.
  static let largestSeconds: Double = 1e12
  private static let secondsOfDay = 86_400

  /// The text without quotation marks, or `nil` when the date must be written as a number.
  package static func text(of date: Date) -> [UInt8]? {
    let seconds = date.timeIntervalSinceReferenceDate
    guard seconds.isFinite, abs(seconds) < 2e11 else { return nil }
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

  private static func text(wholeSeconds: Int, fraction: Int, digits: Int) -> [UInt8]? {
    let second = wholeSeconds.quotientRoundedDown(by: secondsOfDay)
    let (year, month, day) = civil(fromDays: second.quotient)
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

  /// Parses a text from ``text(of:)``. Accepts any number of decimal places from 0 to 9.
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
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 60
    else { return nil }
    let days = self.days(year, month, day)
    guard civil(fromDays: days) == (year, month, day) else { return nil }
    let whole = days * secondsOfDay + hour * 3600 + minute * 60 + second
    var fraction = 0.0
    if text.count > 20 {
      let digits = text.count - 21
      guard text[19] == UInt8(ascii: "."), (1...9).contains(digits), let units = number(20, digits)
      else { return nil }
      fraction = Double(units) / scales[digits]
    }
    return Date(
      timeIntervalSinceReferenceDate: Double(whole - Int(secondsFrom1970To2001)) + fraction)
  }

  // Conversion between days since 1970-01-01 and the Gregorian calendar, by Howard Hinnant
  // (<https://howardhinnant.github.io/date_algorithms.html>). It counts in eras of 400 years that
  // begin in March.

  private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = (days + 719_468).quotientRoundedDown(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let (era, yearOfEra) = (month <= 2 ? year - 1 : year).quotientRoundedDown(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

extension Int {
  fileprivate func quotientRoundedDown(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
