import QuizKit
import QuizSupport

/// The rows above the question of a quiz: the title, the place in the quiz, and the remaining
/// times.
struct QuizStatus {
  private let state: QuizState
  private let theme: Theme
  private let columns: Int

  init(_ state: QuizState, _ theme: Theme) {
    (self.state, self.theme, columns) = (state, theme, theme.columns ?? 80)
  }

  /// The head, then the time as a bar when little is left, the section, and the time of the
  /// question.
  var rows: [String] { head + [urgentTime, section, questionTime].compactMap(\.self) }

  /// The title, and the place at the right end of its row, or below it where a row has no room for
  /// both.
  private var head: [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    let name = state.title?.sanitisedLine ?? strings.allDecks
    // In an exam two times change at once, and no other text should move.
    let time =
      state.remaining.map { "   " + text($0, of: state.isExam ? state.timeLimit : nil) } ?? ""
    let shownTime = state.remaining.map { palette.time(time, seconds: $0) } ?? ""
    let counter = strings.position(state.number, of: state.questions)
    let taken = theme.width(counter + time) + theme.width(marks) + 2
    let cells = min(20, columns - taken - 2 - min(theme.width(name), 16))
    // A question that comes again is not done yet.
    let done = max(0, state.answered - (state.count - state.questions))
    let progress =
      cells < 6 ? "" : "  " + theme.gauge(done, of: state.questions, cells: cells, .accent)
    let right = counter + progress + shownTime + marks
    let room = columns - theme.width(right) - 2
    guard room >= min(theme.width(name), 8) else {
      return [palette.heading(theme.fitted(name, to: columns)), right]
    }
    let left = theme.fitted(name, to: room)
    let gap = String(repeating: " ", count: columns - theme.width(left + right))
    return [palette.heading(left) + gap + right]
  }

  /// The notes of the player or the review on the question.
  private var marks: String {
    let (strings, palette) = (theme.strings, theme.palette)
    return (state.repeated ? " " + palette.warning(strings.again) : "")
      + (state.flagged ? " " + palette.warning(strings.flagged(theme.signs)) : "")
      + (state.certainty.map { " " + palette.chosen(strings.certainty($0)) } ?? "")
  }

  private var urgentTime: String? {
    guard let remaining = state.remaining, remaining <= 10, let limit = state.timeLimit else {
      return nil
    }
    return bar(remaining, of: limit, cells: min(40, columns))
  }

  /// The name of the section, and its time if it has one.
  private var section: String? {
    guard let section = state.section?.sanitisedLine else { return nil }
    guard let remaining = state.sectionRemaining, let limit = state.sectionTimeLimit else {
      return theme.palette.faint(theme.fitted(section, to: columns))
    }
    let time = "  " + text(remaining, of: limit) + "  "
    let name = theme.fitted(
      section, to: max(8, min(columns / 2, columns - theme.width(time) - 8)))
    let cells = min(20, columns - theme.width(name + time))
    return name + theme.palette.time(time, seconds: remaining)
      + bar(remaining, of: limit, cells: cells)
  }

  private var questionTime: String? {
    guard let remaining = state.questionRemaining, let limit = state.questionTimeLimit else {
      return nil
    }
    let label = theme.strings.questionRemaining(remaining) + "  "
    return label + bar(remaining, of: limit, cells: min(20, columns - theme.width(label)))
  }

  /// The remaining time. If the limit is known, the text is padded so that its width does not
  /// change.
  private func text(_ left: Int, of limit: Int?) -> String {
    // The word is after the number in English, and before it in Japanese.
    let alignment: Alignment = theme.strings.language == .english ? .trailing : .leading
    func text(_ seconds: Int) -> String {
      theme.strings.remaining(seconds, isShort: theme.isNarrow)
    }
    let times = limit.map { [$0, min($0, 119)] } ?? []
    let widest = times.map { theme.width(text($0)) }.max() ?? 0
    return text(left).padded(to: widest, alignment, theme.ambiguous)
  }

  /// A bar for the remaining time, coloured by urgency. The seconds are beside it.
  private func bar(_ left: Int, of limit: Int, cells: Int) -> String {
    theme.gauge(
      left, of: limit, cells: cells,
      left * 2 > limit ? .time : left * 5 > limit ? .warning : .wrong)
  }
}

extension Strings {
  /// The number of the question in a quiz.
  fileprivate func position(_ number: Int, of count: Int) -> String {
    self("\(number) of \(count)", "\(number)/\(count)")
  }

  fileprivate func flagged(_ signs: Signs) -> String { "\(signs.mark) " + flagged }
}
