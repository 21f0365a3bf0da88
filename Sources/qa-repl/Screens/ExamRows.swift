import QuizKit
import QuizSupport

/// The rows of the list of exams.
extension ExamsState.Item {
  /// The exam on one line. Where there is not enough room, the number of questions matters most.
  func row(_ columns: Int, _ theme: Theme) -> String {
    let strings = theme.strings
    return theme.row(
      name.sanitisedLine, ends: [summary(strings), size(strings), strings.questions(questions)],
      columns)
  }

  /// The exam as it is printed.
  func view(_ theme: Theme) -> [String] {
    [
      theme.cut("\(number). ".padded(to: 4, .trailing) + name.sanitisedLine),
      theme.palette.faint(theme.cut("    " + summary(theme.strings))),
    ]
  }

  /// Questions, time and pass mark.
  private func summary(_ strings: Strings) -> String {
    size(strings) + strings(", ", "、") + strings.passMark(passMark.text)
  }

  /// Questions and time.
  private func size(_ strings: Strings) -> String {
    let time = timeLimit.map { strings(", ", "、") + strings.examTime($0) } ?? ""
    return strings.questions(questions) + time
  }

  /// The exam with its sections.
  func details(_ theme: Theme) -> [String] {
    theme.lines(theme.palette.heading(name.sanitisedLine)) + theme.lines(summary(theme.strings))
      + sections.flatMap { section in
        theme.lines("\(section.questions)  \(section.name.sanitisedLine)", indent: 4)
      }
  }
}

extension Strings {
  /// A time in whole minutes or seconds.
  func examTime(_ seconds: Int) -> String {
    seconds % 60 == 0
      ? self("\(seconds / 60) min", "\(seconds / 60) 分") : self("\(seconds) s", "\(seconds) 秒")
  }

  fileprivate func passMark(_ percent: String) -> String {
    self("pass mark \(percent) %", "合格点 \(percent) %")
  }
}
