import QuizSupport

/// A message about the last command: a stable code for scripts and a sentence for people.
///
/// It contains the sentence in every language, so that a state does not depend on the current one.
/// JSON contains the sentence in the encoder's ``Swift/CodingUserInfoKey/language``.
package struct Message: Encodable, Equatable, Sendable {
  /// A stable word for scripts, such as `saved`.
  package let code: String

  private let english: String
  private let japanese: String

  /// Creates a message.
  package init(code: String, english: String, japanese: String) {
    self.code = code
    self.english = english
    self.japanese = japanese
  }

  /// Creates the message for a failure.
  package init(_ error: any ReportableError) {
    self.init(
      code: error.code, english: error.text(in: .english), japanese: error.text(in: .japanese))
  }

  /// The sentence in `language`.
  package func text(in language: Language) -> String {
    language.text(english, japanese)
  }

  private enum Key: String, CodingKey { case code, text }

  /// Encodes the code and the sentence in the encoder's language.
  package func encode(to encoder: any Encoder) throws {
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

extension Message {
  /// Something was changed.
  static let saved = Message(code: "saved", english: "Saved.", japanese: "保存成功")
  /// Something was deleted.
  static let deleted = Message(code: "deleted", english: "Deleted.", japanese: "削除成功")
  /// Something was brought back from the trash.
  static let restored = Message(
    code: "restored", english: "Brought back.", japanese: "復元しました。")
  /// Something new was saved.
  static let registered = Message(code: "registered", english: "Registered.", japanese: "登録完了")
}
