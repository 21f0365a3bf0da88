import QuizKit
import QuizSupport

/// The last weeks as a calendar: one column per week, one row per weekday, one sign per day. A
/// fuller sign means more answers.
struct ActivityCalendar {
  /// The days from a Monday up to today.
  let days: [StatisticsState.Activity]
  let signs: BlockSigns

  /// The smallest number of answers for each sign. It does not depend on the days, so that two
  /// calendars can be compared.
  private static let least = [0, 1, 10, 25, 50]
  /// The cells before the first week.
  private static let margin = 3

  /// The calendar with a legend below it. Leaves out the first weeks when there is no room for all.
  func lines(columns: Int, _ strings: Strings, _ palette: Palette = Palette()) -> [String] {
    let room = max(1, (columns - Self.margin) / 2)
    let weeks = stride(from: 0, to: days.count, by: 7).map {
      days[$0..<min($0 + 7, days.count)]
    }.suffix(room)
    let indent = String(repeating: " ", count: Self.margin)
    let months = weeks.map { month(beginningIn: $0) ?? "  " }.joined().trimmingTrailingBlanks
    let rows = (0..<7).map { weekday in
      let cells = weeks.map { week -> String in
        let index = week.startIndex + weekday
        return index < week.endIndex ? " " + sign(week[index].answers, palette) : "  "
      }
      return strings.weekdays[weekday] + " "
        + palette.faint(cells.joined().trimmingTrailingBlanks)
    }
    let legend = zip(signs.days, Self.least).map { sign, least in
      (least == 0 ? palette.faint(sign) : palette.accent(sign)) + (least == 0 ? " 0" : " \(least)+")
    }
    let key = indent + legend.joined(separator: "  ") + "  " + strings.answersADay
    return [indent + palette.faint(months)] + rows.map(\.trimmingTrailingBlanks)
      + key.wrapped(to: columns, indent: Self.margin)
  }

  /// The number of the month that begins in `week`, or `nil` when none does.
  private func month(beginningIn week: ArraySlice<StatisticsState.Activity>) -> String? {
    for activity in week {
      let parts = activity.day.text.split(separator: "-")
      if parts[2] == "01" { return String(parts[1]) }
    }
    return nil
  }

  private func sign(_ answers: Int, _ palette: Palette) -> String {
    let sign = signs.days[Self.least.lastIndex { $0 <= answers } ?? 0]
    return answers > 0 ? palette.accent(sign) : sign
  }
}

extension Strings {
  fileprivate var weekdays: [String] {
    language == .japanese
      ? ["月", "火", "水", "木", "金", "土", "日"] : ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
  }

  fileprivate var answersADay: String { self("answers a day", "1 日の回答数") }
}
