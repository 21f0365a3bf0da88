/// A fixed-size hash of a question's text and choices, or of its other parts, for finding duplicates.
/// The order of the choices does not matter.
///
/// Uses the standard library's hash, whose random key differs in each process, so that an attacker
/// cannot prepare two questions with the same digest. Compare the contents as well if equality must
/// be certain.
package struct QuestionDigest: Hashable, Sendable {
  private let first: Int
  private let second: Int

  /// Calculates the digest of a question.
  package init(_ content: QuestionContent) {
    first = Self.hash(content, seed: 0)
    second = Self.hash(content, seed: 1)
  }

  private static func hash(_ content: QuestionContent, seed: UInt8) -> Int {
    var hasher = Hasher()
    hasher.combine(seed)
    hasher.combine(content.text)
    // A sum is the same for every order of the choices.
    var choices = 0
    for text in content.identifyingTexts {
      var hasher = Hasher()
      hasher.combine(seed)
      hasher.combine(text)
      choices &+= hasher.finalize()
    }
    hasher.combine(choices)
    return hasher.finalize()
  }
}

extension QuestionContent {
  /// Whether text and choices, or the other parts, are the same, in any order of the choices.
  package func isAlike(_ other: QuestionContent) -> Bool {
    text == other.text
      && identifyingTexts.sorted() == other.identifyingTexts.sorted()
  }
}
