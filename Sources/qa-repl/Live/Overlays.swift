extension LiveView {
  /// The view of a question of the program with its two answers, yes first.
  init(_ question: YesNo, _ theme: Theme) {
    let strings = theme.strings
    self.init(over: "ask " + question.text, label: "\(question.answers)> ")
    status = theme.lines(theme.palette.warning(question.text))
    list = RowList(
      id: subject, count: 2, start: question.standard ? 0 : 1,
      lines: { row, _ in [row == 0 ? strings.yes : strings.no] })
    keys = [
      .take(hint: strings("Enter choose", "Enter 決定")),
      .moves(hint: theme.signs.upDown + strings(" yes or no", " はい・いいえ")),
      KeyBinding(hint: strings("Esc no", "Esc いいえ")),
    ]
  }

  /// The view of a long text to page through. Its keys are those of `less`.
  init(pages lines: [String], _ theme: Theme) {
    self.init(over: "pages", label: theme.palette.heading(": "))
    hidesScreen = true
    body = lines
    let strings = theme.strings
    keys = [
      .scrolls(theme, hasLetters: true),
      KeyBinding(
        [.text("q"), .text("ｑ"), .named(.enter), .named(.left)], .close,
        hint: strings("q close", "q 閉じる")),
      .ends(strings),
    ]
  }
}

extension Strings {
  fileprivate var yes: String { self("Yes", "はい") }
  fileprivate var no: String { self("No", "いいえ") }
}
