import QuizKit

/// The quiz of the history that is open, with its answers.
extension OpenAttempt {
  /// The answers, and what can be done with the quiz.
  func view(_ theme: Theme) -> [String] {
    let hint = attempt.finished ? theme.strings.backToList : theme.strings.resumeOrBack
    return answers(theme, isLive: false) + [""] + theme.lines(theme.palette.faint(hint))
  }

  func liveView(_ theme: Theme) -> LiveView {
    let strings = theme.strings
    var liveView = LiveView(screen: .history, theme)
    liveView.subject = "history \(attempt.number)"
    (liveView.question, liveView.place) = (liveView.subject, liveView.subject)
    liveView.body = answers(theme, isLive: true)
    let resume = KeyBinding.command(
      .enter, .screen(HistoryCommand.resume(nil)), hint: strings("Enter go on", "Enter 続ける"))
    liveView.keys =
      (attempt.finished ? [] : [resume]) + [
        .scrolls(theme),
        KeyBinding(hint: strings("Esc back to the list", "Esc 一覧へ戻る")),
      ] + liveView.keys
    return liveView
  }

  func answers(_ theme: Theme, isLive: Bool) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    var lines = theme.lines(
      palette.heading("\(attempt.number). ") + attempt.line(theme, isLive: isLive), indent: 3)
    if let timeLimit { lines += theme.lines(strings.limit + strings.taken(timeLimit)) }
    if let questionTimeLimit {
      lines += theme.lines(strings.questionLimit + strings.taken(questionTimeLimit))
    }
    for item in items { lines += [""] + item.view(theme, finished: attempt.finished) }
    return lines
  }
}

extension OpenAttempt.Answered {
  /// The question, laid out as on the result screen.
  fileprivate func view(_ theme: Theme, finished: Bool) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    let mark = flagged ? " " + palette.warning(strings.flagged) : ""
    let gone = deleted ? palette.faint(strings.deletedQuestion) : ""
    let label = strings.question(number)
    let text = theme.isLive ? question.map { kind?.shown($0) ?? $0 } : question
    var lines =
      text.map { theme.drawn($0, after: label, end: (deleted ? " " : "") + gone + mark) }
      ?? theme.labelled(label, gone + mark)
    let look = theme.forChoices(choices)
    if let parts, answer != nil {
      lines += theme.lines(strings.yours.trimmingTrailingBlanks) + parts.printed(look)
    } else {
      lines += markedChoices.view(
        look,
        answer: hasAnswer ? answer.map { kind == .card ? strings.grade(named: $0) : $0 } : nil,
        missing: hasAnswer ? strings.changedAnswer : strings.unanswered)
    }
    guard finished else { return lines }
    let sureness = certainty.map { "  " + strings.certainty($0) } ?? ""
    lines += theme.lines(palette.verdict(correct, points: points, strings) + sureness)
    if kind == .card, let correctAnswer {
      lines += theme.drawn(correctAnswer, after: strings.back)
    } else if !correct, parts == nil || answer == nil, let correctAnswer {
      lines += look.drawn(correctAnswer, after: strings.rightAnswer, in: .right)
    }
    if let commentary, !commentary.isEmpty {
      lines += theme.drawn(commentary, after: strings.commentary)
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
