extension Stage {
  /// The two answers to a question of the program.
  init(_ question: YesNo, _ look: Look) {
    let strings = look.strings
    subject = "ask " + question.text
    isOverScreen = true
    (self.question, place) = (subject, subject)
    label = "\(question.answers)> "
    list = RowList(
      id: subject, count: 2, start: question.standard ? 0 : 1,
      lines: { row, _ in [row == 0 ? strings.yes : strings.no] },
      line: { $0 == 0 ? "y" : "n" })
    keys = [
      .take(hint: strings("Enter choose", "Enter 決定")),
      .moves(hint: look.signs.upDown + strings(" yes or no", " はい・いいえ")),
      KeyBinding(hint: strings("Esc no", "Esc いいえ")),
    ]
  }

  /// A long text to page through.
  init(pages lines: [String], _ look: Look) {
    subject = "pages"
    isOverScreen = true
    (question, place) = (subject, subject)
    label = look.palette.heading(": ")
    body = lines
    let strings = look.strings
    keys = [
      .scrolls(look),
      KeyBinding(
        [.text("q"), .text("ｑ"), .named(.enter), .named(.left)], .close,
        hint: strings("q close", "q 閉じる")),
    ]
  }
}

extension Strings {
  fileprivate var yes: String { self("Yes", "はい") }
  fileprivate var no: String { self("No", "いいえ") }
}
