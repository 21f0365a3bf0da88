import QuizKit

extension WaitingQuizzes {
  /// The quizzes with the numbers that `resume` takes.
  func view(_ theme: Theme) -> [String] { waiting.lines(theme) }
}

extension [WaitingQuiz] {
  /// The most quizzes listed. A longer list would push everything else off the screen.
  private static let mostQuizzes = 5

  /// The unfinished quizzes and how to go on with them; empty when there are none.
  func lines(_ theme: Theme) -> [String] {
    let strings = theme.strings
    guard count > 1 else {
      return first.map { theme.lines(strings.waits(strings.place($0))) } ?? []
    }
    var lines = theme.lines(strings.quizzesWait(count))
    for quiz in prefix(Self.mostQuizzes) {
      lines += theme.lines("  \(quiz.number). " + strings.place(quiz), indent: 5)
    }
    if count > Self.mostQuizzes {
      lines.append("  " + theme.palette.faint(strings.furtherOnes(count - Self.mostQuizzes)))
    }
    return lines
  }
}

extension Theme {
  /// An unfinished quiz, beside a list.
  func details(of quiz: WaitingQuiz) -> [String] {
    lines(palette.heading(strings.title(quiz))) + lines(palette.faint(strings.progress(of: quiz)))
  }

  /// An unfinished quiz on one line of at most `columns` cells. Its title is cut before its time.
  func waits(_ quiz: WaitingQuiz, _ columns: Int) -> String {
    let line = strings.goesOn + strings.place(quiz)
    if width(line) <= columns { return line }
    let end = strings.comma + strings.shortPlace(quiz)
    let label = columns - width(strings.goesOn + end) >= 8 ? strings.goesOn : ""
    let title = fitted(strings.title(quiz), to: max(4, columns - width(label + end)))
    return fitted(label + title + end, to: columns)
  }
}

extension Strings {
  fileprivate var goesOn: String { self("Go on: ", "続ける : ") }

  /// The question before a quiz that waits is deleted.
  func throwsAway(_ quiz: WaitingQuiz) -> String {
    self(
      "Throw away the quiz “\(title(quiz))” (\(quiz.index) of \(quiz.count))?",
      "中断したクイズ「\(title(quiz))」(\(quiz.index)/\(quiz.count))を破棄しますか?")
  }

  fileprivate func title(_ quiz: WaitingQuiz) -> String {
    quiz.title?.sanitisedLine ?? allDecks
  }

  /// The quiz, its progress, and the time left.
  fileprivate func place(_ quiz: WaitingQuiz) -> String {
    title(quiz) + comma + progress(of: quiz)
  }

  /// The progress of the quiz, and the time left.
  fileprivate func progress(of quiz: WaitingQuiz) -> String {
    [
      self("question \(quiz.index) of \(quiz.count)", "\(quiz.count) 問中 \(quiz.index) 問目"),
      quiz.remaining.map { left in
        guard quiz.runsOn, left > 0 else { return remaining(left) }
        return remaining(left) + self(" and running", "(進行中)")
      },
    ].compactMap(\.self).joined(separator: comma)
  }

  /// The progress of the quiz and the time left, in a short form.
  fileprivate func shortPlace(_ quiz: WaitingQuiz) -> String {
    ["\(quiz.index)/\(quiz.count)", quiz.remaining.map { remaining($0, isShort: true) }]
      .compactMap(\.self).joined(separator: comma)
  }

  fileprivate func waits(_ quiz: String) -> String {
    self(
      "Waiting: \(quiz). “resume” goes on with it.", "中断中 : \(quiz)。resume で続けられます。")
  }

  fileprivate func quizzesWait(_ count: Int) -> String {
    self(
      "\(count) quizzes are waiting; “resume N” goes on with one of them:",
      "中断したクイズが \(count) 件あります。resume N で続けられます。")
  }
}
