/// The letters of the right choices that a line names.
struct AnswerKey {
  var letters: [Character]

  /// Reads a heading that ends in a colon and letters: `Answer: D`, `答え：D`.
  ///
  /// - Parameter choices: The letters of the question's choices, if they are known.
  init?(heading: String, choices: [Character] = []) {
    guard let colon = heading.lastIndex(where: { $0 == ":" || $0 == "：" }) else { return nil }
    let words = AnswerLetters.parts(of: heading[heading.index(after: colon)...])
    // Any heading can end in a colon and a word, so only a word for the answer may introduce more
    // than capital letters.
    let letters =
      Self.names(heading[..<colon])
      ? AnswerLetters.read(words, choices: choices) : AnswerLetters.capitals(words)
    guard let letters else { return nil }
    self.letters = letters
  }

  /// Reads a line that begins with a word for the answer: `Correct answer: B, E`.
  init?(line: String, choices: [Character] = []) {
    guard let colon = line.firstIndex(where: { $0 == ":" || $0 == "：" }),
      Self.names(line[..<colon]),
      let letters = AnswerLetters.read(
        AnswerLetters.parts(of: line[line.index(after: colon)...]), choices: choices)
    else { return nil }
    self.letters = letters
  }

  /// Whether a text is a word for the answer.
  private static func names(_ text: Substring) -> Bool {
    let word = MarkdownTags.stripped(String(text)).lowercased().filter { $0 != "*" }
    return words.contains(FieldText.make(word))
  }

  private static let words: Set<String> = [
    "answer", "answers", "correct answer", "correct answers", "correct", "right answer",
    "right answers", "ans", "ans.", "正解", "答え", "解答", "正答",
  ]
}

/// The notations of the letters of right answers in lists.
private enum AnswerLetters {
  private static let joints: Set<String> = ["and", "&", "と"]

  static func parts(of text: Substring) -> [Substring] {
    let plain = MarkdownTags.stripped(String(text))
    return plain.split { ",、，;；・/+() *.\t\u{3000}".contains($0) }.filter {
      !joints.contains($0.lowercased())
    }
  }

  /// Reads `B`, `b`, `B, E`, `b and e`, `BE`; `nil` if it is anything else.
  static func read(_ parts: [Substring], choices: [Character]) -> [Character]? {
    var letters: [Character] = []
    for part in parts {
      guard let next = Self.letters(of: part, choices: choices) else { return nil }
      letters += next.filter { !letters.contains($0) }
    }
    return letters.isEmpty ? nil : letters
  }

  /// Reads single capital letters; `nil` if it is anything else.
  static func capitals(_ parts: [Substring]) -> [Character]? {
    let letters = parts.compactMap { part in
      part.count == 1 ? part.first.flatMap { $0.isASCII && $0.isUppercase ? $0 : nil } : nil
    }
    return parts.isEmpty || letters.count != parts.count ? nil : letters
  }

  /// A letter, or several that are written as one word. A word in small letters must name choices
  /// in ascending order, because it may otherwise be text.
  private static func letters(of word: Substring, choices: [Character]) -> [Character]? {
    guard word.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
    let letters = Array(word.uppercased())
    if letters.count == 1 { return letters }
    let isInOrder = zip(letters, letters.dropFirst()).allSatisfy(<)
    guard Set(letters).count == letters.count else { return nil }
    if word.allSatisfy(\.isUppercase) {
      let known = choices.isEmpty ? usual : usual.union(choices)
      return letters.allSatisfy(known.contains) ? letters : nil
    }
    return isInOrder && letters.allSatisfy(choices.contains) ? letters : nil
  }

  /// The letters of the choices in most lists.
  private static let usual = Set("ABCDEFGHIJ")
}
