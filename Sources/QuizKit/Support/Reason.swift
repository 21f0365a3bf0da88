/// A reason for an error, in each language: a part of a sentence, without a full stop.
public struct Reason: Sendable, Hashable {
  /// An array, which is one reference, instead of two strings, so that errors with a reason stay
  /// small.
  private let texts: [String]

  /// Creates a reason from its two sentences.
  package init(_ english: String, _ japanese: String) {
    texts = [english, japanese]
  }

  /// Text from elsewhere, such as a library, that exists in one language only.
  package init(verbatim text: String) {
    self.init(text, text)
  }

  /// The text in `language`.
  package func text(in language: Language) -> String {
    language.text(texts[0], texts[1])
  }
}
