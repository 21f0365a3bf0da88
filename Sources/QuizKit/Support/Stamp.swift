import Foundation

/// An instant as a state carries it: the same for a script, and ready to be shown where the clock on the wall says it.
public struct Stamp: Encodable, Equatable, Sendable {
  /// The instant in ISO 8601 with the distance to Greenwich, such as `2000-01-31T09:30:00+09:00`.
  public let text: String

  /// Creates the stamp of `date`, as clocks in `timeZone` show it.
  public init(_ date: Date, in timeZone: TimeZone) {
    let style = Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: timeZone)
    text = date.formatted(style)
  }

  /// The date and the time to the minute, as people read it: `2000-01-31 09:30`.
  public var minute: String { String(text.prefix(16)).replacing("T", with: " ") }

  /// Writes the text alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
