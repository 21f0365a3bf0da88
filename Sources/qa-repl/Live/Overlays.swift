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
      .reply("y", true, hint: strings("y yes", "y はい")),
      .reply("n", false, hint: strings("n no", "n いいえ")),
      KeyBinding(hint: strings.escapeNo),
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

extension KeyBinding {
  /// A letter that answers at once, as a small and a capital letter, in half and in full width.
  fileprivate static func reply(_ letter: String, _ isYes: Bool, hint: String) -> KeyBinding {
    let letters = [letter, letter.uppercased()]
    let keys = (letters + letters.map(\.fullWidth)).map { Key.text($0) }
    return KeyBinding(keys, .reply(isYes), hint: hint)
  }
}

extension Strings {
  var escapeNo: String { self("Esc no", "Esc いいえ") }
  fileprivate var yes: String { self("Yes", "はい") }
  fileprivate var no: String { self("No", "いいえ") }
}
