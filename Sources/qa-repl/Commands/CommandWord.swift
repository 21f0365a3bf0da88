import QuizSupport

/// A word of a command line.
enum CommandWord {
  /// The form in which the words of commands are compared: half width, lower case. It folds both
  /// the typed words and those of the tables.
  static func folded(_ word: String) -> String { FullWidth.folded(word).lowercased() }

  /// The word, in quotation marks if it contains a blank or such a mark.
  static func quoted(_ word: String) -> String {
    guard word.contains(where: { Tokenizer.isBlank($0) || $0 == "\"" || $0 == "'" }) else {
      return word
    }
    return "\"" + word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

/// Words that a newcomer brings from other programs, each with the line that does here what is
/// meant.
enum FamiliarWord {
  private static let lines = [
    "add": "register", "create": "register", "new": "register", "追加": "register",
    "study": "review", "learn": "review", "practise": "quiz --practice",
    "practice": "quiz --practice", "play": "quiz", "test": "quiz", "print": "export FILE.html",
    "stop": "finish", "submit": "finish", "shuffle": "ways", "random": "ways", "exit": "quit",
    "find": "search", "load": "import FILE", "save": "export FILE",
  ]

  /// Commands that delete or rewrite something. No mistyped word leads to one of them.
  static let unsuggested: Set<String> = [
    "delete", "forget", "remove-section", "reset", "restore", "rename", "restart",
  ]

  /// The line that a word stands for, if its command can be given here.
  ///
  /// - Parameter names: the commands of the screen in front.
  static func line(for word: String, among names: [String]) -> String? {
    lines[word].flatMap { line in
      names.contains { line == $0 || line.hasPrefix($0 + " ") } ? line : nil
    }
  }

  /// The words that lead to a command.
  static func words(for name: String) -> [String] {
    lines.filter { $0.value == name || $0.value.hasPrefix(name + " ") }.map(\.key).sorted()
  }
}

/// What became of words that scripts may still have.
enum GoneWord {
  /// What to do in place of the command.
  static func fate(ofCommand word: String) -> Reason? {
    guard ["redate", "日付修正"].contains(CommandWord.folded(word)) else { return nil }
    return Reason(
      " It is gone, leave it out: a script on a bank that stays writes real dates, and dates of 2000 "
        + "stay as they are.",
      "廃止されたため、削除してください。保存される問題データではスクリプトも実際の日付を記録し、2000 年の日付はそのまま残ります。")
  }

  /// What to do in place of the option of a command.
  static func fate(ofOption option: String, of command: String) -> Reason? {
    switch (command, option) {
    case ("export", "--excel-safe"):
      Reason(
        " It is gone, leave it out: a table is always safe for a spreadsheet, and --raw-cells writes "
          + "the texts as they are.",
        "廃止されたため、削除してください。表は常に表計算ソフトで安全に開けます。内容をそのまま書き出すには --raw-cells を指定します。")
    case ("review", "--practice"):
      Reason(
        " It is gone, leave it out: a review always shows what was right after each answer, as “quiz "
          + "--practice” does.",
        "廃止されたため、削除してください。復習では quiz --practice と同じように、答えるたびに正解を表示します。")
    default: nil
    }
  }
}
