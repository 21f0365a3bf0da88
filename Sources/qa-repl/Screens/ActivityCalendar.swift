import QuizKit

/// The last weeks as a calendar: one column per week, one row per weekday, one ASCII character per
/// day. A fuller character means more answers.
struct ActivityCalendar {
  /// The days from a Monday up to today.
  let days: [StatisticsState.Activity]

  /// The marks from no answers to many.
  private static let marks: [Character] = [".", "-", "+", "*", "#"]

  /// The calendar, with a legend below it.
  func lines(_ strings: Strings) -> [String] {
    let weeks = (days.count + 6) / 7
    let months = (0..<weeks).map { week -> String in
      month(beginningIn: days[(week * 7)..<min(week * 7 + 7, days.count)]) ?? "  "
    }
    let rows = (0..<7).map { weekday in
      let cells = (0..<weeks).map { week -> String in
        let index = week * 7 + weekday
        return index < days.count ? " \(mark(days[index].answers))" : "  "
      }
      return (strings.weekdays[weekday] + " " + cells.joined()).trimmingTrailingBlanks
    }
    return [("   " + months.joined()).trimmingTrailingBlanks] + rows + [key(strings)]
  }

  /// The number of the month that begins in `week`, or `nil` when none does.
  private func month(beginningIn week: ArraySlice<StatisticsState.Activity>) -> String? {
    for activity in week {
      let parts = activity.day.text.split(separator: "-")
      if parts[2] == "01" { return String(parts[1]) }
    }
    return nil
  }

  private var most: Int { days.map(\.answers).max() ?? 0 }

  /// The smallest number of answers that earns the mark at `level`.
  private func least(_ level: Int) -> Int {
    level < 2 ? level : max(level, most * (level - 1) / (Self.marks.count - 1) + 1)
  }

  private func mark(_ answers: Int) -> Character {
    let level = Self.marks.indices.last { least($0) <= answers } ?? 0
    return Self.marks[level]
  }

  private func key(_ strings: Strings) -> String {
    let levels = Self.marks.indices.filter { $0 < 2 || least($0) <= most }
    let parts = levels.map { level in
      level == 0 ? "\(Self.marks[0]) 0" : "\(Self.marks[level]) \(least(level))+"
    }
    return "   " + parts.joined(separator: "  ") + "  " + strings.answersADay
  }
}

extension Strings {
  fileprivate var weekdays: [String] {
    language == .japanese
      ? ["月", "火", "水", "木", "金", "土", "日"] : ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
  }

  fileprivate var answersADay: String { self("answers", "回答") }
}
