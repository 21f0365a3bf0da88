import QuizSupport

/// The instruction in a question's text that tells how many choices to pick: `(Choose TWO.)`,
/// `Which two …`, `2つ選べ`.
struct ChoiceInstruction {
  private let text: [Character]
  private let words: [Substring]

  init(_ text: String) {
    let plain = text.ofOneWidth.lowercased()
    self.text = Array(plain)
    words = plain.split { !$0.isLetter && !$0.isNumber }
  }

  /// Whether the text asks for exactly `count` choices.
  func asks(for count: Int) -> Bool {
    asksInEnglish(for: count) || asksInJapanese(for: count)
  }

  // MARK: English

  private func asksInEnglish(for count: Int) -> Bool {
    let numbers = [Self.english[count], "\(count)"].compactMap(\.self)
    return words.indices.contains { index in
      numbers.contains(words[index]) && isWhole(at: index)
        && (isAfterVerb(index) || isBeforeAnswers(index))
    }
  }

  /// Whether the number is not part of `two or more`, `2 to 3` or `2.5`.
  private func isWhole(at index: Int) -> Bool {
    guard let next = words.dropFirst(index + 1).first else { return true }
    return !["or", "to"].contains(next) && next.first?.isNumber != true
  }

  /// Whether a verb that asks for choices precedes the number, with only particles in between:
  /// `choose any two`, but not `choose up to two`.
  private func isAfterVerb(_ index: Int) -> Bool {
    let before = words[..<index].reversed().drop { Self.particles.contains($0) }
    guard let word = before.first else { return false }
    return Self.verbs.contains(word) || word == "which" || word == "what"
  }

  /// Whether the number counts the answers: `two answers are right`, `2 correct options`.
  private func isBeforeAnswers(_ index: Int) -> Bool {
    let rest = words.dropFirst(index + 1)
    guard let word = rest.first else { return false }
    if ["correct", "right"].contains(word) {
      return rest.dropFirst().first.map(Self.answers.contains) ?? false
    }
    return Self.answers.contains(word) && (index == 0 || rest.count == 1)
  }

  private static let english: [Int: Substring] = [
    1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight",
    9: "nine", 10: "ten",
  ]
  private static let verbs: Set<Substring> = [
    "choose", "select", "pick", "mark", "check", "tick", "identify", "name",
  ]
  private static let particles: Set<Substring> = [
    "the", "any", "exactly", "only", "just", "best", "correct", "right", "are",
  ]
  private static let answers: Set<Substring> = ["answers", "options", "choices", "responses"]

  // MARK: Japanese

  private func asksInJapanese(for count: Int) -> Bool {
    guard (1...10).contains(count) else { return false }
    let numerals = ["\(count)", Self.kanji[count - 1]]
    for index in text.indices {
      var rest = text[index...]
      if Self.drop(Self.kana[count - 1], from: &rest) {
        if Self.beginsChoosing(rest) { return true }
      } else if numerals.contains(where: { Self.drop($0, from: &rest) }),
        index == 0 || !Self.isNumeral(text[index - 1]), Self.dropCounter(from: &rest),
        Self.beginsChoosing(rest)
      {
        return true
      }
    }
    return false
  }

  private static func dropCounter(from rest: inout ArraySlice<Character>) -> Bool {
    rest = rest.drop { $0 == " " }
    return counters.contains { drop($0, from: &rest) }
  }

  /// Whether the sentence continues with a verb of choosing, but not with a limit such as `2つまで`.
  private static func beginsChoosing(_ rest: ArraySlice<Character>) -> Bool {
    let rest = rest.drop { $0 == " " }
    if limits.contains(where: { rest.starts(with: $0) }) { return false }
    // In `2つの中から選べ`, the number does not count the choices to pick.
    let countsOthers = rest.first == "の"
    var ahead = rest.prefix { $0 != "。" && $0 != "\n" }.prefix(16)
    while !ahead.isEmpty {
      if asking.contains(where: { ahead.starts(with: $0) }) { return true }
      if countsOthers, ["から", "うち"].contains(where: { ahead.starts(with: $0) }) { return false }
      ahead.removeFirst()
    }
    return false
  }

  private static func drop(_ word: String, from rest: inout ArraySlice<Character>) -> Bool {
    guard rest.starts(with: word) else { return false }
    rest = rest.dropFirst(word.count)
    return true
  }

  private static func isNumeral(_ character: Character) -> Bool {
    character.isNumber || kanji.contains(String(character))
  }

  private static let kanji = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十"]
  private static let kana = [
    "ひとつ", "ふたつ", "みっつ", "よっつ", "いつつ", "むっつ", "ななつ", "やっつ", "ここのつ", "とお",
  ]
  private static let counters = ["つ", "個", "コ", "箇所", "か所", "ヶ所", "項目", "種類", "点", "名", "人"]
  private static let limits = ["まで", "以上", "以下", "以内", "ずつ", "か", "または", "〜", "~", "から"]
  private static let asking = ["選", "えら", "答え", "解答", "回答", "挙げ", "あげ", "マーク", "チェック"]
}

extension SeveralSolution {
  /// The number of choices that the text of the question asks for; `nil` unless it is the number of
  /// right choices.
  ///
  /// A text may contain other numbers as well, and an instruction that does not fit the right
  /// choices is of no use.
  package func choose(saidIn text: String) -> Int? {
    Self.isSaid(correct.count, in: text) ? correct.count : nil
  }

  /// Whether the text of a question asks for exactly so many choices.
  package static func isSaid(_ count: Int, in text: String) -> Bool {
    ChoiceInstruction(text).asks(for: count)
  }
}
