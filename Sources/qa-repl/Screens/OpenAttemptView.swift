import QuizKit

/// The quiz of the history that is open, with its answers.
extension OpenAttempt {
  /// The answers, and what can be done with the quiz.
  func view(_ look: Look) -> [String] {
    let hint = attempt.finished ? look.strings.backToList : look.strings.resumeOrBack
    return answers(look) + [""] + look.lines(look.palette.faint(hint))
  }

  func stage(_ look: Look) -> Stage {
    let strings = look.strings
    var stage = Stage(screen: .history, look)
    stage.subject = "history \(attempt.number)"
    (stage.question, stage.place) = (stage.subject, stage.subject)
    stage.body = answers(look)
    let resume = KeyBinding.command(
      .enter, .screen(HistoryCommand.resume(nil)), hint: strings("Enter go on", "Enter 続ける"))
    stage.keys =
      (attempt.finished ? [] : [resume]) + [
        .scrolls(look),
        KeyBinding(hint: strings("Esc back to the list", "Esc 一覧へ戻る")),
      ] + stage.keys
    return stage
  }

  private func answers(_ look: Look) -> [String] {
    let (strings, palette) = (look.strings, look.palette)
    var lines = look.lines(
      palette.heading("\(attempt.number). ") + attempt.line(look), indent: 3)
    if let limit { lines += look.lines(strings.limit + strings.taken(limit)) }
    if let questionLimit {
      lines += look.lines(strings.questionLimit + strings.taken(questionLimit))
    }
    for item in items { lines += [""] + item.view(look, finished: attempt.finished) }
    return lines
  }
}

extension OpenAttempt.Answered {
  /// The question, laid out as on the result screen.
  fileprivate func view(_ look: Look, finished: Bool) -> [String] {
    let (strings, palette) = (look.strings, look.palette)
    let mark = flagged ? " " + palette.warning(strings.flagged) : ""
    let gone = deleted ? palette.faint(strings.deletedQuestion) : ""
    let text = question.map { look.drawn($0) + (deleted ? " " : "") } ?? ""
    var lines = look.labelled(strings.question(number), text + gone + mark)
    let given =
      answered ? answer.map { look.drawn($0) } ?? strings.changedAnswer : strings.unanswered
    lines += marks.view(look, answer: given)
    guard finished else { return lines }
    let sureness = certainty.map { "  " + strings.certainty($0) } ?? ""
    lines += look.lines(palette.verdict(correct, points: points, strings) + sureness)
    if !correct, let correctAnswer {
      lines += look.labelled(
        strings.rightAnswer, palette.right(look.drawn(correctAnswer, isPainted: true)))
    }
    if let commentary, !commentary.isEmpty {
      lines += look.labelled(strings.commentary, look.drawn(commentary))
    }
    return lines
  }
}

extension Strings {
  fileprivate var limit: String { self("Time limit: ", "制限時間 : ") }
  fileprivate var questionLimit: String { self("Time for each question: ", "1 問の制限時間 : ") }
  fileprivate var deletedQuestion: String { self("(deleted)", "(削除された質問)") }
  fileprivate var changedAnswer: String { self("(no longer there)", "(削除された選択肢)") }
  fileprivate var backToList: String { self("“back” shows the list.", "back で一覧へ戻ります。") }
  fileprivate var resumeOrBack: String {
    self(
      "“resume” goes on with it, “back” shows the list.", "resume で続け、back で一覧へ戻ります。")
  }
}
