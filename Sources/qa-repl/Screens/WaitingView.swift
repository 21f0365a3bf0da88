import QuizKit

extension WaitingQuizzes {
  /// The quizzes with the numbers that `resume` takes.
  func view(_ look: Look) -> [String] { waiting.lines(look) }
}

extension [WaitingQuiz] {
  /// The most quizzes listed. A longer list would push everything else off the screen.
  private static let mostQuizzes = 5

  /// What waits and how to go on with it; empty when nothing does.
  func lines(_ look: Look) -> [String] {
    let strings = look.strings
    guard count > 1 else {
      return first.map { look.lines(strings.waits(strings.place($0))) } ?? []
    }
    var lines = look.lines(strings.quizzesWait(count))
    for quiz in prefix(Self.mostQuizzes) {
      lines += look.lines("  \(quiz.number). " + strings.place(quiz), indent: 5)
    }
    if count > Self.mostQuizzes {
      lines.append("  " + look.palette.faint(strings.furtherOnes(count - Self.mostQuizzes)))
    }
    return lines
  }
}

extension Strings {
  /// The quiz, how far it has come, and the time left.
  fileprivate func place(_ quiz: WaitingQuiz) -> String {
    let title = quiz.title.isEmpty ? allDecks : quiz.title.sanitisedLine
    return [
      title, self("question \(quiz.index) of \(quiz.count)", "\(quiz.count) 問中 \(quiz.index) 問目"),
      quiz.remaining.map { left in
        guard quiz.runsOn, left > 0 else { return remaining(left) }
        return remaining(left) + self(" and running", "(進行中)")
      },
    ].compactMap(\.self).joined(separator: self(", ", "、"))
  }

  /// A quiz that waits, on one line.
  func waits(_ quiz: WaitingQuiz) -> String {
    self("Waiting: ", "中断中 : ") + place(quiz)
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
