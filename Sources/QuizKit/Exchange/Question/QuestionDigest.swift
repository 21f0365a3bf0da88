/// A fixed-size hash of a question's text, kind and choices, or of its other parts, for finding
/// other versions of it. The order of the choices does not matter, nor does what is right.
///
/// Uses the standard library's hash, whose random key differs in each process, so that an attacker
/// cannot prepare two questions with the same digest. Compare the contents as well if equality must
/// be certain.
package struct QuestionDigest: Hashable, Sendable {
  private let first: Int
  private let second: Int

  /// Calculates the digest of a question.
  package init(_ content: QuestionContent) {
    // A sum is the same for every order of the choices.
    var choices = (first: 0, second: 0)
    for text in content.matchingTexts {
      var hasher = Hasher()
      hasher.combine(text)
      let (first, second) = Self.hashes(hasher)
      choices.first &+= first
      choices.second &+= second
    }
    var hasher = Hasher()
    hasher.combine(content.sort)
    hasher.combine(content.text)
    hasher.combine(choices.first)
    hasher.combine(choices.second)
    (first, second) = Self.hashes(hasher)
  }

  /// Two hashes of what went into a hasher, which is read only once.
  private static func hashes(_ hasher: Hasher) -> (first: Int, second: Int) {
    var other = hasher
    other.combine(UInt8(1))
    return (hasher.finalize(), other.finalize())
  }
}

extension QuestionContent {
  /// Whether text, kind and choices, or the other parts, are the same, in any order of the choices,
  /// whatever is right.
  package func isAlike(_ other: QuestionContent) -> Bool {
    text == other.text && sort == other.sort
      && matchingTexts.sorted() == other.matchingTexts.sorted()
  }
}
