import Foundation

/// Finds the days of many instants in a time zone. Asking the time zone about each instant would
/// take longer than the rest of the work.
package struct DayFinder {
  /// The offset from universal time, in seconds, that applies from `start` on.
  private struct Span {
    var start: Double
    var offset: Int
  }

  /// The spans, in ascending order of time.
  private var spans: [Span] = []

  /// Finds days from `first` to `last`, in seconds since 1970.
  package init(from first: Double, to last: Double, in timeZone: TimeZone) {
    var date = Date(timeIntervalSince1970: first)
    spans = [Span(start: -.infinity, offset: timeZone.secondsFromGMT(for: date))]
    while let next = timeZone.nextDaylightSavingTimeTransition(after: date),
      next > date, next.timeIntervalSince1970 <= last
    {
      spans.append(
        Span(start: next.timeIntervalSince1970, offset: timeZone.secondsFromGMT(for: next)))
      date = next
    }
  }

  /// The day of an instant in seconds since 1970.
  package func day(of seconds: Double) -> Day {
    let offset = spans.last { $0.start <= seconds }?.offset ?? 0
    return Day(number: Int(((seconds + Double(offset)) / 86400).rounded(.down)))
  }
}
