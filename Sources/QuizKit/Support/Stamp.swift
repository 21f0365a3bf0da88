import Foundation

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
