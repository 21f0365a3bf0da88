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
