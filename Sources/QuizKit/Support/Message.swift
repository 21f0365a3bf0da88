/// A message: a stable code for scripts and a sentence for people.
///
/// It contains the sentence in every language, so that a state does not depend on the current one.
/// JSON contains the sentence in the encoder's ``Swift/CodingUserInfoKey/language``.
public struct Message: Encodable, Equatable, Sendable {
  /// A stable word for scripts, such as `unknown-deck`. It is the same in every language.
  public let code: String

  /// The sentence in every language.
  package let sentences: Reason

  /// Creates a message from its code and its sentence in English and in Japanese.
  public init(_ code: String, _ english: String, _ japanese: String) {
    self.init(code, Reason(english, japanese))
  }

  /// Creates a message whose sentence is written elsewhere.
  package init(_ code: String, _ sentences: Reason) {
    (self.code, self.sentences) = (code, sentences)
  }

  /// The sentence in `language`.
  public func text(in language: Language) -> String {
    sentences.text(in: language)
  }

  /// The message with `addition` directly after its sentence.
  package static func + (message: Message, addition: Reason) -> Message {
    Message(message.code, message.sentences + addition)
  }

  private enum Key: String, CodingKey { case code, text }

  /// Encodes the code and the sentence in the encoder's language.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(code, forKey: .code)
    let language = CodingUserInfoKey.language.flatMap { encoder.userInfo[$0] } as? Language
    try container.encode(text(in: language ?? .english), forKey: .text)
  }
}

extension CodingUserInfoKey {
  /// The ``Language`` in which an encoder writes text for people.
  package static let language = CodingUserInfoKey(rawValue: "qa-repl.language")
}
