import QuizSupport

/// The words for true and false in a short text, alone or as a pair to choose from: `True`, `T / F`.
struct TruthWords {
  /// The words of the two choices.
  let choices: [String]
  /// Whether the word means true; `nil` for a pair.
  let isTrue: Bool?

  /// No word, pair or mark around it is longer.
  static let longest = 40
  private static let initials: Vocabulary.Pair = ("T", "F")
  private static let signs = "○×〇◯√"

  /// `nil` for a text with any other word but those that join a pair.
  init?(_ text: some StringProtocol) {
    guard text.utf8.count <= Self.longest else { return nil }
    let words = Self.words(of: text)
    switch words.count {
    case 1:
      guard let (pair, isTrue) = Self.truth(of: words[0]) else { return nil }
      (choices, self.isTrue) = (Self.choices(pair), isTrue)
    case 2:
      guard let pair = Self.pair(words[0], words[1]) else { return nil }
      (choices, isTrue) = (Self.choices(pair), nil)
    default: return nil
    }
  }

  /// Whether a pair is somewhere in a text.
  static func isOffered(in text: some StringProtocol) -> Bool {
    let words = words(of: text)
    return zip(words, words.dropFirst()).contains { pair($0, $1) != nil }
  }

  /// Whether a character may be a part of a word for true or false.
  static func isPart(_ character: Character) -> Bool {
    character.isLetter || signs.contains(character)
  }

  private static func words(of text: some StringProtocol) -> [Substring] {
    Substring(text).split { !isPart($0) && !$0.isNumber }
      .filter { !Vocabulary.alternatives.contains($0.lowercased()) }
  }

  private static func choices(_ pair: Vocabulary.Pair) -> [String] {
    pair == initials ? ["True", "False"] : [pair.yes, pair.no]
  }

  private static func truth(of word: Substring) -> (pair: Vocabulary.Pair, isTrue: Bool)? {
    // A single letter in lower case is a label or a name.
    if word == initials.yes || word == initials.no { return (initials, word == initials.yes) }
    return Vocabulary.truth(of: String(word))
  }

  private static func pair(_ one: Substring, _ other: Substring) -> Vocabulary.Pair? {
    guard let first = truth(of: one), let second = truth(of: other), first.isTrue != second.isTrue
    else { return nil }
    let words = [one.lowercased(), other.lowercased()].sorted()
    return (Vocabulary.truths + [initials]).first {
      [$0.yes.lowercased(), $0.no.lowercased()].sorted() == words
    }
  }
}

/// A line with a statement, and a word that says, or a pair of words that asks, whether it is true:
/// `The sky is blue. (True)`, `(True / False) Water is dry.`, `Water is dry → False, because …`
struct TruthStatement {
  /// The statement alone.
  private(set) var text: String
  /// The words for true and false.
  private(set) var choices = ["True", "False"]
  /// Whether the statement is true; `nil` where only a pair or nothing is written.
  private(set) var isTrue: Bool?
  /// Whether the line offers both words, and therefore is a question even if no other is near.
  private(set) var isOffered = false
  /// What follows the answer.
  private(set) var note = ""
  /// Whether a title says that statements follow.
  let isListed: Bool

  /// The longest line that is searched, in bytes.
  private static let longest = 2_000
  /// The shortest statement: three words of a letter.
  private static let shortest = 5

  /// - Parameters:
  ///   - sign: What the look of the line says, which may be which word is the answer.
  ///   - isListed: Whether a title says that statements follow. A word alone is then an answer.
  init?(_ line: String, _ sign: MarkdownLine.Sign? = nil, isListed: Bool) {
    guard (Self.shortest...Self.longest).contains(line.utf8.count) else { return nil }
    (text, self.isListed) = (line, isListed)
    if case .truth(let isTrue) = sign {
      if !takeBefore() { _ = takeBehind(false, needsPair: true) }
      self.isTrue = isTrue
    } else {
      guard takeBefore() || takeBehind(isListed) else { return nil }
      // The pair may have its answer behind it or behind the statement.
      if isTrue == nil { _ = takeBehind(true) } else { _ = takeBehind(false, needsPair: true) }
    }
    if !Self.isSentence(text) { return nil }
  }

  /// Whether a text is longer than a title or a label.
  static func isSentence(_ text: some StringProtocol) -> Bool {
    guard text.utf8.count <= longest else { return false }
    let words = text.split { !$0.isLetter && !$0.isNumber }
    return words.count > 2
      || words.contains { $0.count > 5 && $0.contains { $0.isLetter && !$0.isCased } }
  }

  /// Takes a word or a pair, and the text behind it as the statement.
  private mutating func takeBefore() -> Bool {
    let start = text.prefix(TruthWords.longest)
    let word = start.drop { "([_".contains($0) }.prefix(while: TruthWords.isPart)
    guard TruthWords(word) != nil else { return false }
    let isEnclosed = "([".contains(text.prefix(1))
    let end = start.firstIndex { isEnclosed ? ")]".contains($0) : ":：?？".contains($0) }
    if let end, take(start[..<end], needsPair: !isEnclosed && !isListed) {
      return keep(from: text.index(after: end))
    }
    guard isListed, !isEnclosed, let end = text[word.endIndex...].firstIndex(where: { $0 != "_" }),
      " .)\t".contains(text[end])
    else { return false }
    return take(word) && keep(from: text.index(after: end))
  }

  private mutating func take(_ words: Substring, needsPair: Bool = false) -> Bool {
    guard let found = TruthWords(words), found.isTrue == nil || !needsPair else { return false }
    if !isOffered { choices = found.choices }
    isOffered = isOffered || found.isTrue == nil
    isTrue = found.isTrue ?? isTrue
    return true
  }

  private mutating func keep(from start: String.Index) -> Bool {
    let rest = FieldText.make(String(text[start...]))
    text = QuestionNumber.dropped(from: rest) ?? rest
    return true
  }

  private mutating func keep(upTo end: String.Index) -> Bool {
    text = FieldText.make(String(text[..<end]))
    return true
  }

  /// Takes the word or the pair at the end, and the text before it as the statement.
  private mutating func takeBehind(_ isListed: Bool, needsPair: Bool = false) -> Bool {
    if !needsPair, takeArrow() { return true }
    let end = text.reversed().drop { " .)]\u{A0}".contains($0) }
    let word = String(end.prefix(while: TruthWords.isPart).reversed())
    guard TruthWords(word) != nil else { return false }
    for index in text.suffix(TruthWords.longest).indices.reversed() {
      let (before, behind) = (text[..<index], text[text.index(after: index)...])
      switch text[index] {
      case "(", "[":
        return take(behind, needsPair: needsPair) && keep(upTo: index)
      case "–", "—", "-", "=":
        if before.last == " ", take(behind, needsPair: needsPair) { return keep(upTo: index) }
      case ":", "：":
        return !needsPair && takeKey(before, behind)
      case " ":
        let isEnd = before.last { !$0.isWhitespace }.map { ".!?)。".contains($0) } ?? false
        if take(behind, needsPair: !isListed || !isEnd) { return keep(upTo: index) }
      default: continue
      }
    }
    return false
  }

  /// Takes `Answer: True` at the end.
  private mutating func takeKey(_ before: Substring, _ behind: Substring) -> Bool {
    let start = before.lastIndex { "\n.?!。([".contains($0) }.map { before.index(after: $0) }
    let word = before[(start ?? before.startIndex)...].unicodeScalars.drop(while: ListText.isBlank)
    guard let rest = Vocabulary.answer.rest(of: word), rest.allSatisfy(ListText.isBlank) else {
      return false
    }
    return take(behind) && keep(upTo: word.startIndex)
  }

  /// Takes the word behind an arrow. A correction may follow.
  private mutating func takeArrow() -> Bool {
    // Arrows have three bytes, and most lines have none.
    guard text.utf8.contains(where: { $0 == 0xE2 }),
      let arrow = text.lastIndex(where: { "→⇒➔➜".contains($0) }),
      case let rest = text[text.index(after: arrow)...].drop(while: \.isWhitespace),
      case let word = rest.prefix(while: TruthWords.isPart), take(word)
    else { return false }
    note = FieldText.make(String(rest[word.endIndex...].drop { ".,:;".contains($0) }))
    return keep(upTo: arrow)
  }
}

/// The blanks of a text, which are rows of underscores to write on.
struct TextBlanks {
  /// The texts before, between and behind the blanks.
  private let texts: [String]

  /// The longest text that is searched, in bytes.
  private static let longest = 4_000

  /// `nil` if there is none, or if the blanks are those of a form: `Name: ____  Date: ____`.
  init?(_ text: String) {
    guard text.utf8.count <= Self.longest, text.utf8.contains(UInt8(ascii: "_")) else { return nil }
    var (texts, row) = ([""], 0)
    for character in text + "\n" {
      if character == "_" {
        row += 1
        continue
      }
      if row > 2 {
        texts.append("")
      } else {
        texts[texts.count - 1] += String(repeating: "_", count: row)
      }
      texts[texts.count - 1].append(character)
      row = 0
    }
    let last = texts[0].last { !$0.isWhitespace }
    let isForm = last == ":" || last == "："
    guard texts.count > 1, TruthStatement.isSentence(texts.joined(separator: " ")),
      !isForm || texts[0].split(whereSeparator: \.isWhitespace).count > 2
    else { return nil }
    self.texts = texts
  }

  /// Whether the blanks are part of a sentence, and not of a title or a line to sign on.
  var areInSentence: Bool {
    if let last = texts.last?.last(where: { !$0.isWhitespace }) { return ".?!。)".contains(last) }
    return texts.joined(separator: " ").split(whereSeparator: \.isWhitespace).count > 3
  }

  /// The text that shows the blanks.
  var text: String {
    if texts.count == 2 { return FieldText.make(texts.joined(separator: CardGaps.blank)) }
    let gaps = texts.dropFirst().enumerated().map { GapText.mark($0) + GapText.escaped($1) }
    return FieldText.make(GapText.escaped(texts[0]) + gaps.joined())
  }

  /// The solution that a line with an answer for each blank gives; `nil` if it has more or fewer.
  ///
  /// Semicolons are sure to stand between answers, commas may be in them.
  func solution(_ answer: String) -> Solution? {
    func parts(_ marks: String) -> [String] {
      answer.split(whereSeparator: marks.contains).map { FieldText.make(String($0)) }
        .filter { !$0.isEmpty }
    }
    if texts.count == 2 {
      let accepted = parts(";；|")
      return accepted.isEmpty ? nil : CardGaps.solution([accepted])
    }
    let joined = Vocabulary.joints.lazy.map { joint in
      answer.split(separator: " \(joint) ").map { FieldText.make(String($0)) }
    }
    let found = [";；|", ",，、", "/"].lazy.map(parts).first { $0.count == texts.count - 1 }
    return (found ?? joined.first { $0.count == texts.count - 1 }).map { parts in
      CardGaps.solution(parts.map { [$0] })
    }
  }
}
