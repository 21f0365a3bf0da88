import QuizKit

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
}

extension Strings {
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
