import QuizKit

extension Screen {
  /// The screen that lists a quiz's answers before the result.
  static let confirm = Screen(commands: CommandEntry.confirm) { (route: ConfirmRoute, _) in
    ConfirmViewModel(session: route.session)
  }
}

extension CommandEntry {
  fileprivate static let confirm: [CommandEntry] = [
    CommandEntry(
      name: "result", aliases: ["結果", "結果を確認"], screens: [.confirm],
      english: "show what was right", japanese: "結果を確認します"
    ) { _ throws(CommandError) in .screen(ConfirmCommand.result) },
    CommandEntry(
      name: "go", aliases: ["移動"], screens: [.confirm], arguments: "N",
      english: "change answer number N", japanese: "N 番目の回答を変更します"
    ) { arguments throws(CommandError) in
      .screen(ConfirmCommand.go(try arguments.nextNumber("N")))
    },
    CommandEntry(
      name: "restart", aliases: ["やり直す"], screens: [.confirm],
      english: "clear all answers and start again", japanese: "回答をすべて消してやり直します"
    ) { _ throws(CommandError) in .screen(ConfirmCommand.restart) },
    CommandEntry(
      name: "back", aliases: ["戻る"], screens: [.confirm],
      english: "back to the questions", japanese: "質問へ戻ります"
    ) { _ throws(CommandError) in .screen(ConfirmCommand.back) },
    CommandEntry(
      name: "undo", aliases: ["取り消し", "元に戻す"], screens: [.confirm],
      english: "take the last answer back", japanese: "最後の回答を取り消します"
    ) { _ throws(CommandError) in .screen(ConfirmCommand.undo) },
  ]
}

extension ConfirmState: Viewable {
  func view(_ look: Look) -> [String] {
    let (strings, palette) = (look.strings, look.palette)
    var lines = [palette.heading(strings.answers)]
    if timedOut { lines += look.lines(palette.warning(strings.timedOut)) }
    if let remaining, remaining > 0 {
      lines += look.lines(palette.warning(strings.remaining(remaining)))
    }
    for item in items {
      let mark = item.flagged ? " " + palette.warning(strings.flagged) : ""
      lines += look.labelled(strings.question(item.number), item.question.sanitised + mark)
      let answer = item.answer.map { palette.chosen($0.sanitised) } ?? strings.unanswered
      lines += look.labelled(strings.answer, answer)
    }
    return lines + look.lines(palette.faint(strings.confirmHint(unanswered)))
  }

  func stage(_ look: Look) -> Stage { Stage(self, look) }
}

extension Stage {
  fileprivate init(_ state: ConfirmState, _ look: Look) {
    self.init(screen: .confirm, look)
    if let remaining = state.remaining {
      status = [look.palette.warning(look.strings.remaining(remaining))]
    }
    for number in 1...9 where number <= state.items.count {
      shortcuts[.text(String(number))] = "go \(number)"
    }
    shortcuts[.named(.enter)] = "result"
    help = look.strings.confirmKeys(min(9, state.items.count))
  }
}

extension Strings {
  fileprivate func confirmKeys(_ count: Int) -> String {
    self("Enter result, 1-\(count) changes an answer", "Enter 結果を確認・1-\(count) 回答を変更")
  }

  var answers: String { self("Your answers", "回答一覧") }
  var answer: String { self("Answer: ", "回答 : ") }
  var unanswered: String { self("(none)", "(未回答)") }
  var timedOut: String { self("Time ran out.", "時間切れです。") }

  func confirmHint(_ unanswered: Int) -> String {
    let open =
      unanswered == 0
      ? "" : self("\(questions(unanswered)) without an answer. ", "未回答が \(unanswered) 問あります。")
    return open
      + self(
        "“go N” changes an answer, “result” shows what was right.", "go N で回答を変更、result で結果を確認します。")
  }
}
