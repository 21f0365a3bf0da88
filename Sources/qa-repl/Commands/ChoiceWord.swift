import QuizSupport

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
