/// Text that would control a terminal or disguise what is read, and a check that none of it came
/// through.
enum Hostile {
  /// Colours, a cleared screen in 7 and 8 bits, a bell, a turned direction, tags, and scalars
  /// without a width.
  static let text =
    "x\u{1B}[31m\u{1B}]0;t\u{7}\u{9B}2J\u{85}\u{7F}\u{202E}\u{2066}\u{200F}"
    + "\u{E0041}\u{200B}\u{2060}\u{FEFF}\u{200D}y"

  /// The scalars of `text` that must not reach a terminal. `allowsEscape` is for output that draws
  /// a screen.
  static func scalars(in text: String, allowsEscape: Bool = false) -> [String] {
    text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0x1B, 0x0D, 0x07: !allowsEscape
      case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
        0xE0000...0xE007F:
        true
      default: false
      }
    }.map { "U+" + String($0.value, radix: 16) }
  }

  /// The commands that put the text into every possible place, and show it.
  static let session =
    [
      "decks", "new \(text)", "select \(text)", "rename \(text) \(text)2", "delete \(text)3",
      "home",
      "register --deck \(text)2", "question \(text)", "choice 1 \(text)", "choice 2 b",
      "remove-choice 4", "remove-choice 3", "correct 1", "commentary \(text)", "tags \(text)",
      "register", "home", "manage", "edit", "question \(text)3", "save", "delete", "notes", "new",
      "title \(text)", "body \(text)", "save", "list", "delete 1", "back", "home",
      "search \(text)", "search y --deck \(text)2", "home", "quiz --deck \(text)2 --practice", "1",
      "finish", "result", "home", "history", "open 1", "home", "stats", "home", "quiz", "home",
      "import \(text)", "import a.csv --deck \(text)4", "import b\(text).csv", "export \(text).csv",
      "export \(text).csv", "export \(text).none", "quiz --tag \(text)", "notes --deck \(text)",
      "help \(text)", text, "\"\(text)", "lang \(text)", "advance \(text)", "quiz --time \(text)",
      "history --since \(text)", "state",
    ]
    + ["quiz", "import", "export", "help", "state"].flatMap {
      ["\($0) --\(text) \(text)", "\($0) \(text) \(text) --\(text)=\(text)"]
    }

  /// The files that the session reads.
  static let files = [
    "a.csv": "question,choice1,choice2,correct\nq\u{1B}[31m?,a,b,1\nr?,a,b,\(text)\n",
    "b\(text).csv": "question,choice1,choice2,correct\n\(text)?,a,b,\nr?,a,a,1\n",
  ]
}
