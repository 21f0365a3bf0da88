import QuizSupport

/// A paragraph with a statement, and a word that says, or a pair of words that asks, whether it is
/// true: `The sky is blue. (True)`, `(True / False) Water is dry.`
struct WordStatement {
  /// The statement alone.
  private(set) var text: String
  /// The words for true and false.
  private(set) var choices = ["True", "False"]
  /// Whether the statement is true; `nil` where only a pair or nothing is written.
  private(set) var isTrue: Bool?
  /// Whether the paragraph offers both words. It is then a question even if it stands alone.
  private(set) var isOffered = false
  /// What follows the answer.
  private(set) var note = ""

  /// The longest paragraph that is searched, in bytes.
  private static let longest = 2_000

  /// - Parameters:
  ///   - chosen: Which word of the pair is marked.
  ///   - isListed: Whether a title says that statements follow. A word alone is then an answer.
  init?(_ paragraph: String, chosen: Bool?, isListed: Bool) {
    guard paragraph.utf8.count <= Self.longest else { return nil }
    text = paragraph
    let isFound = takeBefore(isListed) || takeBehind(isListed)
    if !isFound { return nil }
    // The pair before the statement may have its answer behind it.
    if isOffered, isTrue == nil { _ = takeBehind(true) }
    if isOffered, isTrue == nil { isTrue = chosen }
    if !Self.isSentence(text) { return nil }
  }

  /// A statement below a title. Nothing says whether it is true.
  init?(unanswered paragraph: String) {
    text = FieldText.make(String(paragraph.drop { "_ .)".contains($0) }))
    text = QuestionNumber.dropped(from: text) ?? text
    guard paragraph.utf8.count <= Self.longest, Self.isSentence(text) else { return nil }
  }

  /// A statement and the pair of words below it.
  init?(_ statement: String, choices: [String], chosen: Bool?) {
    guard Self.isSentence(statement) else { return nil }
    (text, self.choices, isTrue, isOffered) = (statement, choices, chosen, true)
  }

  /// Whether a text is longer than a title or a label.
  static func isSentence(_ text: String) -> Bool {
    let words = text.prefix(longest).split { !$0.isLetter && !$0.isNumber }
    return words.count > 2
      || words.contains { $0.count > 5 && $0.contains { $0.isLetter && !$0.isCased } }
  }

  // MARK: The beginning

  private mutating func takeBefore(_ isListed: Bool) -> Bool {
    let start = text.prefix(WordTruth.longest)
    if let first = text.first, first == "(" || first == "[" {
      guard let close = start.firstIndex(where: { $0 == ")" || $0 == "]" }) else { return false }
      return take(start[text.index(after: text.startIndex)..<close], behind: close)
    }
    if let colon = start.firstIndex(where: { ":：?？".contains($0) }),
      take(start[..<colon], behind: colon, needsPair: true)
    {
      return true
    }
    guard isListed else { return false }
    let word = start.prefix { $0.isLetter || $0 == "_" }
    guard let end = start[word.endIndex...].first, " .):\t".contains(end) else { return false }
    return take(word.filter { $0 != "_" }[...], behind: word.endIndex)
  }

  /// Takes a word or a pair, and the text behind it as the statement.
  private mutating func take(
    _ words: Substring, behind end: String.Index, needsPair: Bool = false
  ) -> Bool {
    guard takeWords(words, needsPair: needsPair) else { return false }
    let rest = FieldText.make(String(text[text.index(after: end)...]))
    text = QuestionNumber.dropped(from: rest) ?? rest
    return true
  }

  private mutating func takeWords(_ words: Substring, needsPair: Bool = false) -> Bool {
    if let offered = WordTruth.choices(offeredBy: words) {
      (choices, isOffered) = (offered, true)
      return true
    }
    guard !needsPair, let answer = WordTruth.answer(words) else { return false }
    (choices, isTrue) = (isOffered ? choices : answer.choices, answer.isTrue)
    return true
  }

  // MARK: The end

  private mutating func takeBehind(_ isListed: Bool) -> Bool {
    guard let end = text.lastIndex(where: { !" .\u{A0}".contains($0) }) else { return false }
    if text[end] == ")" || text[end] == "]",
      let open = text[..<end].lastIndex(where: { $0 == "(" || $0 == "[" }),
      takeWords(text[text.index(after: open)..<end])
    {
      return keep(upTo: open)
    }
    if let arrow = text.lastIndex(where: { "→⇒➔➜".contains($0) }), takeArrow(arrow) { return true }
    if let dash = text.lastIndex(where: { "–—-=".contains($0) }),
      text[..<dash].last == " ", takeWords(text[text.index(after: dash)...])
    {
      return keep(upTo: dash)
    }
    return takeKey() || takePair() || isListed && takeLastWord()
  }

  private mutating func keep(upTo end: String.Index) -> Bool {
    text = FieldText.make(String(text[..<end]))
    return true
  }

  /// Takes the word behind an arrow. A correction may follow.
  private mutating func takeArrow(_ arrow: String.Index) -> Bool {
    let rest = text[text.index(after: arrow)...].drop { $0.isWhitespace }
    let word = rest.prefix { $0.isLetter || "○×〇◯".contains($0) }
    guard takeWords(word) else { return false }
    note = FieldText.make(String(rest[word.endIndex...].drop { ".,:;".contains($0) }))
    return keep(upTo: arrow)
  }

  /// Takes `Answer: True` at the end.
  private mutating func takeKey() -> Bool {
    guard let colon = text.lastIndex(where: { $0 == ":" || $0 == "：" }),
      takeable(text[text.index(after: colon)...])
    else { return false }
    let before = text[..<colon]
    let start = before.lastIndex { "\n.?!。([".contains($0) }.map { before.index(after: $0) }
    let word = before[(start ?? before.startIndex)...].unicodeScalars.drop { $0 == " " }
    guard let rest = Vocabulary.answer.rest(of: word), rest.allSatisfy({ $0 == " " }) else {
      return false
    }
    return takeWords(text[text.index(after: colon)...]) && keep(upTo: word.startIndex)
  }

  private func takeable(_ words: Substring) -> Bool { WordTruth.answer(words) != nil }

  /// Takes `True / False` at the end.
  private mutating func takePair() -> Bool {
    guard let slash = text.lastIndex(of: "/") else { return false }
    let before = text[..<slash].reversed().drop { $0 == " " }.drop { $0.isLetter }
    let start = before.startIndex.base
    guard start > text.startIndex, WordTruth.choices(offeredBy: text[start...]) != nil else {
      return false
    }
    return takeWords(text[start...]) && keep(upTo: start)
  }

  /// Takes a word behind the end of the sentence.
  private mutating func takeLastWord() -> Bool {
    guard let blank = text.lastIndex(where: \.isWhitespace),
      let mark = text[..<blank].last(where: { !$0.isWhitespace }), ".!?)。".contains(mark)
    else { return false }
    return takeWords(text[blank...]) && keep(upTo: blank)
  }
}
