import QuizExchange
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
    "theme": "settings", "config": "settings", "options": "settings", "preferences": "settings",
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

/// The words that answer a question: `1`, `2` …, `a`, `b` … or `ア`, `イ` …, and `t`, `f`, `y`,
/// `n`, `正`, `誤`, `はい`, `いいえ` where the choices are true and false, or yes and no.
enum ChoiceWord {
  private static let kana = Array("アイウエオカキクケ")
  /// The most choices that letters name where it is not known how many there are.
  private static let usualLetters = 9

  /// The numbers of the choices that the words name, from 1, such as `1 3`, `a,c` or `ア、ウ`; `nil`
  /// when a word does not name a choice.
  ///
  /// - Parameter choices: The choices on the screen; `nil` or empty where they are not known. A
  ///   letter beyond the last one names none.
  static func numbers(_ words: [String], among choices: [String]? = nil) -> [Int]? {
    let parts = words.flatMap {
      CommandWord.folded($0).split { $0 == "," || $0 == "、" }.map(String.init)
    }
    let numbers = parts.compactMap { number($0, among: choices ?? []) }
    return !parts.isEmpty && numbers.count == parts.count ? numbers : nil
  }

  /// The number of the choice that `word` names, from 1, or `nil` when it does not name a choice.
  /// A number may be larger than that of the last choice.
  private static func number(_ word: String, among choices: [String]) -> Int? {
    if let number = Int(word) { return number >= 0 ? number : nil }
    if let number = statement(word, among: choices) { return number }
    let letters = choices.isEmpty ? usualLetters : choices.count
    return letter(word).flatMap { $0 <= letters ? $0 : nil }
  }

  /// The number that a letter stands for, from 1: `a`, `b` … or `ア`, `イ` …; `nil` for anything
  /// else.
  static func letter(_ word: String) -> Int? {
    guard word.count == 1, let character = word.first else { return nil }
    if let index = kana.firstIndex(of: character) { return index + 1 }
    guard let ascii = character.asciiValue, (97...122).contains(ascii) else { return nil }
    return Int(ascii) - 96
  }

  /// The number of the choice with the same meaning as `word`, where one of two choices is true or
  /// yes and the other one is false or no.
  private static func statement(_ word: String, among choices: [String]) -> Int? {
    guard choices.count == 2, let meant = TruthWord.value(of: word) else { return nil }
    let values = choices.map { TruthWord.value(of: $0) }
    guard values.contains(true), values.contains(false) else { return nil }
    return values.firstIndex(of: meant).map { $0 + 1 }
  }
}

/// Words that say that something is true, or that it is not.
enum TruthWord {
  private static let right = ["true", "t", "right", "correct", "正", "正しい", "○", "〇", "◯"]
  private static let wrong = ["false", "f", "wrong", "incorrect", "誤", "誤り", "×", "✕"]

  /// All words that mean the same as a word, in small letters; `nil` when it says neither that
  /// something is true nor that it is not.
  static func words(meaning word: String) -> [String]? {
    value(of: word).map { ($0 ? right : wrong) + YesOrNo.words(for: $0) }
  }

  /// The meaning of a word; `nil` when it has none. Ignores width and case.
  static func value(of text: String) -> Bool? {
    let word = CommandWord.folded(text.trimmed)
    if right.contains(word) { return true }
    if wrong.contains(word) { return false }
    return YesOrNo.value(of: word)
  }
}

/// Reads the kind of a question: `several`, or a Japanese word for it.
enum KindWord {
  /// The words that scripts use.
  static let usage = QuestionContent.Kind.allCases.map(\.rawValue).joined(separator: "|")

  /// The word that a person reads. Commands take it too.
  static func word(for kind: QuestionContent.Kind, _ language: Language) -> String {
    language.text(kind.rawValue, japanese(kind))
  }

  private static func japanese(_ kind: QuestionContent.Kind) -> String {
    switch kind {
    case .single: "択一"
    case .trueFalse: "正誤"
    case .several: "複数選択"
    case .text: "記述"
    case .number: "数値"
    case .card: "カード"
    case .gaps: "穴埋め"
    case .order: "並べ替え"
    case .match: "組み合わせ"
    }
  }

  /// Takes the next word.
  ///
  /// - Throws: ``CommandError/badValue(option:value:allowed:)``,
  ///   ``CommandError/missingArgument(_:command:usage:)``.
  static func kind(_ arguments: inout Arguments) throws(CommandError) -> QuestionContent.Kind {
    try kind(try arguments.next("KIND"), of: arguments.command, arguments.language)
  }

  /// The choices of a new true-or-false question.
  static func statements(_ language: Language) -> [String] {
    [language.text("True", "正しい"), language.text("False", "誤り")]
  }

  /// The kind that a word names.
  ///
  /// - Parameter option: The name of the command or option that takes it.
  /// - Throws: ``CommandError/badValue(option:value:allowed:)``
  static func kind(
    _ word: String, of option: String, _ language: Language
  ) throws(CommandError) -> QuestionContent.Kind {
    let folded = CommandWord.folded(word)
    let kind = QuestionContent.Kind.allCases.first { kind in
      Language.allCases.contains { self.word(for: kind, $0) == folded }
    }
    if let kind { return kind }
    throw .badValue(
      option: option, value: word,
      allowed: QuestionContent.Kind.allCases.map { self.word(for: $0, language) })
  }
}
