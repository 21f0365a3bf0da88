/// The words for true and false, alone or as a pair to choose from: `True`, `T / F`.
enum WordTruth {
  /// A word for true or false.
  struct Verdict {
    /// The words of the two choices.
    var choices: [String]
    var isTrue: Bool
  }

  /// No word, pair or mark around it is longer.
  static let longest = 40
  private static let initials: Vocabulary.Pair = ("T", "F")
  private static let pairs = Vocabulary.truths + [initials]

  /// The answer that a text is, without brackets and full stops.
  static func answer(_ text: some StringProtocol) -> Verdict? {
    let words = words(text)
    guard words.count == 1 else { return nil }
    for pair in pairs {
      if isSame(words[0], pair.yes) { return Verdict(choices: choices(pair), isTrue: true) }
      if isSame(words[0], pair.no) { return Verdict(choices: choices(pair), isTrue: false) }
    }
    return nil
  }

  /// The choices that a text offers and has nothing else: `True / False`.
  static func choices(offeredBy text: some StringProtocol) -> [String]? {
    let words = words(text)
    return words.count == 2 ? pair(words[0], words[1]).map(choices) : nil
  }

  /// Whether a pair is somewhere in a text.
  static func isOffered(in text: String) -> Bool {
    let words = text.split { !$0.isLetter && !isCircle($0) }.filter { !isJoint($0) }
    return zip(words, words.dropFirst()).contains { pair($0, $1) != nil }
  }

  /// Which word is marked in a paragraph that offers a pair.
  static func chosen(in runs: WordRuns) -> Bool? {
    guard runs.pieces.count > 1, runs.pieces.count < 100 else { return nil }
    let colors = WordParagraph.Hue.allCases.map { WordParagraph.Mark.color($0) }
    for mark in [.highlight, .bold] + colors + [.underline] {
      let found = runs.pieces.filter { $0.marks.contains(mark) }.compactMap { answer($0.words) }
      if found.count == 1 { return found[0].isTrue }
    }
    return nil
  }

  private static func choices(_ pair: Vocabulary.Pair) -> [String] {
    pair == initials ? ["True", "False"] : [pair.yes, pair.no]
  }

  private static func pair(_ one: Substring, _ other: Substring) -> Vocabulary.Pair? {
    pairs.first {
      isSame(one, $0.yes) && isSame(other, $0.no) || isSame(one, $0.no) && isSame(other, $0.yes)
    }
  }

  /// The words of a short text but those that join two others.
  private static func words(_ text: some StringProtocol) -> [Substring] {
    guard text.utf8.count <= longest else { return [] }
    let parts = Substring(text).split { !$0.isLetter && !$0.isNumber && !isCircle($0) }
    return parts.count > 3 ? [] : parts.filter { !isJoint($0) }
  }

  private static func isCircle(_ character: Character) -> Bool { "○×〇◯".contains(character) }

  private static func isJoint(_ word: Substring) -> Bool {
    Vocabulary.alternatives.contains(word.lowercased())
  }

  private static func isSame(_ word: Substring, _ other: String) -> Bool {
    // A single letter in lower case is a label or a name.
    word.count == 1 ? word == other : word.lowercased() == other.lowercased()
  }
}
