/// A message: a stable code for scripts and sentences for people.
///
/// It says what happened, but not what to type next. The front end knows that, and finds it by the
/// ``topic``. The message contains its sentences in every language, so that a state does not depend
/// on the current language. JSON contains the text that the encoder's
/// `CodingUserInfoKey.wording` makes of it.
public struct Message: Encodable, Equatable, Sendable {
  /// A stable word for scripts, such as `unknown-deck`. It is the same in every language.
  public let code: String

  /// The key under which a front end keeps its advice about the message: the ``code``, or
  /// `CODE.WORD` when messages with the same code need different advice.
  public let topic: String

  /// The values that the advice names, such as the number of a choice.
  public let facts: [String]

  /// The sentences in every language.
  package let sentences: Reason

  /// Creates a message from its code and its sentences in English and in Japanese.
  public init(
    _ code: String, _ english: String, _ japanese: String, topic: String? = nil,
    facts: [String] = []
  ) {
    self.init(code, Reason(english, japanese), topic: topic, facts: facts)
  }

  /// Creates a message whose sentences are written elsewhere.
  package init(
    _ code: String, _ sentences: Reason, topic: String? = nil, facts: [String] = []
  ) {
    (self.code, self.sentences) = (code, sentences)
    (self.topic, self.facts) = (topic ?? code, facts)
  }

  /// The sentences in `language`.
  public func text(in language: Language) -> String {
    sentences.text(in: language)
  }

  /// The message with `addition` directly after its sentences.
  package static func + (message: Message, addition: Reason) -> Message {
    Message(
      message.code, message.sentences + addition, topic: message.topic, facts: message.facts)
  }

  /// The message followed by its cause: the file and the sentences of another error. The topic, and
  /// so the advice, is that of the other error.
  package func because(of error: any ReportableError) -> Message {
    let (file, reason) = (error.file.map { "\($0): " } ?? "", error.message)
    return Message(
      code, sentences + Reason { file + reason.text(in: $0) }, topic: reason.topic,
      facts: reason.facts)
  }

  private enum Key: String, CodingKey { case code, text }

  /// Encodes the code and the sentences.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(code, forKey: .code)
    try container.encode(text(for: encoder), forKey: .text)
  }

  /// The sentences as `encoder` writes them.
  package func text(for encoder: any Encoder) -> String {
    let wording = CodingUserInfoKey.wording.flatMap { encoder.userInfo[$0] } as? Wording
    return wording?.text(self) ?? text(in: .english)
  }

  /// Turns messages into text in the front end's language.
  package struct Wording: Sendable {
    /// The text for people.
    package let text: @Sendable (Message) -> String

    /// Creates the wording from its function.
    package init(_ text: @escaping @Sendable (Message) -> String) { self.text = text }
  }
}

extension CodingUserInfoKey {
  /// The ``Message/Wording`` with which an encoder writes text for people.
  package static let wording = CodingUserInfoKey(rawValue: "qa-repl.wording")
}
