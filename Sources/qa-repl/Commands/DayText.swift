import QuizSupport

/// Reads days as people type them: `2000-01-31` or `2000/01/31`.
enum DayText {
  /// The day that `text` names, or `nil` when there is no such day in the years 1 to 9998.
  static func parse(_ text: String) -> Day? {
    let parts = FullWidth.folded(text).split(separator: #/[-\/]/#, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, let year = Int(parts[0]),
      let month = Int(parts[1]), let day = Int(parts[2]),
      let found = Day(year: year, month: month, day: day), found.start(in: .gmt).isOnCalendars
    else { return nil }
    return found
  }
}
