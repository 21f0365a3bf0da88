/// Why something cannot be: a part of a sentence, without a full stop, in each language.
public struct Reason: Sendable, Hashable {
  /// One object instead of two texts, so that errors with a reason stay small.
  private let texts: [String]

  init(_ english: String, _ japanese: String) {
    texts = [english, japanese]
  }

  /// The words of somebody else, such as a library, who has them in one language only.
  init(verbatim text: String) {
    self.init(text, text)
  }

  /// The words in a language.
  public func text(in language: Language) -> String {
    language.text(texts[0], texts[1])
  }
}
