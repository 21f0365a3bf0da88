/// What makes two questions the same, the stem and the choices in any order, in 16 bytes instead of the texts.
///
/// The hash is the standard library's, keyed anew in each process, so that nobody can write two questions of one digest; whoever
/// needs to be certain compares the contents as well.
struct QuestionDigest: Hashable {
  private let first: Int
  private let second: Int

  init(_ content: QuestionContent) {
    first = Self.hash(content, seed: 0)
    second = Self.hash(content, seed: 1)
  }

  private static func hash(_ content: QuestionContent, seed: UInt8) -> Int {
    var hasher = Hasher()
    hasher.combine(seed)
    hasher.combine(content.text)
    // A sum does not depend on the order.
    var choices = 0
    for choice in content.choices {
      var hasher = Hasher()
      hasher.combine(seed)
      hasher.combine(choice.text)
      choices &+= hasher.finalize()
    }
    hasher.combine(choices)
    return hasher.finalize()
  }
}

extension QuestionContent {
  /// Whether stem and choices are the same, the choices in any order.
  func isAlike(_ other: QuestionContent) -> Bool {
    text == other.text
      && choices.map(\.text).sorted() == other.choices.map(\.text).sorted()
  }
}
