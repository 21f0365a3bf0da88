import Foundation
import Signals

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

/// A text in each language, such as the reason for an error: usually a part of a sentence.
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

  /// Creates the text from a function that returns it in one language.
  package init(_ text: (Language) -> String) {
    self.init(text(.english), text(.japanese))
  }

  /// The text in `language`.
  package func text(in language: Language) -> String {
    language.text(texts[0], texts[1])
  }

  /// Two texts, the second directly after the first.
  package static func + (first: Reason, second: Reason) -> Reason {
    Reason { first.text(in: $0) + second.text(in: $0) }
  }
}

extension Reason {
  /// The operating system's text for an error number (`errno`). In Japanese the usual errors have
  /// texts of our own, because those of the C library are English.
  package static func system(_ code: Int32) -> Reason {
    let english = String(cString: strerror(code))
    return Reason(english, japanese[code] ?? english)
  }

  private static let japanese: [Int32: String] = [
    ENOENT: "見つかりません",
    EACCES: "権限がありません",
    EPERM: "許可されていません",
    ENOSPC: "空き容量がありません",
    EDQUOT: "割り当てられた容量を使い切りました",
    EROFS: "読み取り専用の場所です",
    EISDIR: "フォルダーです",
    ENOTDIR: "途中にフォルダーでないものがあります",
    EEXIST: "同じ名前のものがすでにあります",
    ENAMETOOLONG: "名前が長すぎます",
    ELOOP: "シンボリックリンクが循環しています",
    EMFILE: "開いているファイルが多すぎます",
    EIO: "入出力エラーです",
    EFBIG: "ファイルが大きすぎます",
  ]
}

/// An error for people and scripts: what went wrong, where, and what to do about it.
public protocol ReportableError: Error {
  /// The code for scripts, and one or two sentences for people, without internal paths or a stack
  /// trace.
  var message: Message { get }

  /// The file that caused the error, as the user named it.
  var file: String? { get }

  /// The physical line in ``file`` that caused the error, counted from 1.
  var line: Int? { get }

  /// Whether data or a file is unusable (exit code 2), rather than a single command failing (exit
  /// code 1).
  var isDataUnusable: Bool { get }
}

extension ReportableError {
  /// The code of the ``message``.
  public var code: String { message.code }

  /// The sentences of the ``message``.
  public func text(in language: Language) -> String { message.text(in: language) }

  /// No file caused the error.
  public var file: String? { nil }

  /// No line caused the error.
  public var line: Int? { nil }

  /// A single command failed, and the data is usable.
  public var isDataUnusable: Bool { false }
}

/// An error that has no message of its own, such as one from a system call or from Foundation.
package struct UnexpectedError: ReportableError {
  /// The error's own description.
  package let description: String

  /// Returns `error` itself if it is reportable; otherwise wraps it.
  package static func reportable(_ error: any Error) -> any ReportableError {
    error as? any ReportableError ?? UnexpectedError(description: "\(error)")
  }

  package var message: Message {
    Message(
      "unexpected", "Something unexpected happened: \(description)",
      "予期しないエラーが発生しました: \(description)")
  }
}

extension PublishSubject<any ReportableError> {
  /// Runs `work`, and emits the error if it throws one.
  package func attempt(_ work: () throws -> Void) {
    do {
      try work()
    } catch {
      emit(UnexpectedError.reportable(error))
    }
  }
}

/// A language of the user interface. Questions may be in any language.
public enum Language: String, Codable, Sendable, CaseIterable {
  /// English.
  case english = "en"
  /// Japanese.
  case japanese = "ja"

  /// Chooses between two texts with the same meaning, so that both translations are next to each
  /// other in the code.
  package func text(_ english: @autoclosure () -> String, _ japanese: @autoclosure () -> String)
    -> String
  {
    switch self {
    case .english: english()
    case .japanese: japanese()
    }
  }
}

/// The name that people use for one kind of record.
package struct RecordName: Sendable, Hashable {
  /// The English name of one record.
  package let one: String
  /// The English name of several records. JSON reports give their number under this name.
  package let many: String
  /// The Japanese name, for one record or several.
  package let japanese: String
  /// The Japanese counter word, which follows the number of records.
  package let counter: String

  private let full: Reason

  /// Creates a name.
  ///
  /// - Parameter full: the name in a list with records of several kinds; by default the singular.
  package init(
    _ one: String, _ many: String, _ japanese: String, _ counter: String = "件",
    full: Reason? = nil
  ) {
    self.one = one
    self.many = many
    self.japanese = japanese
    self.counter = counter
    self.full = full ?? Reason(one, japanese)
  }

  /// The name in a list with records of several kinds.
  package func text(in language: Language) -> String { full.text(in: language) }

  /// A number of records, such as `2 notes`.
  package func text(of count: Int, in language: Language) -> String {
    language.text("\(count) \(count == 1 ? one : many)", "\(japanese) \(count) \(counter)")
  }
}

/// The number of affected records of each kind.
package struct RecordCounts: Sendable, Equatable {
  /// The kinds in the order of reports.
  package private(set) var names: [RecordName]
  private var counts: [RecordName: Int] = [:]

  /// Creates counts of zero.
  package init(_ names: [RecordName]) { self.names = names }

  /// How many records of a kind there are.
  package subscript(name: RecordName) -> Int {
    get { counts[name] ?? 0 }
    set {
      if !names.contains(name) { names.append(name) }
      counts[name] = newValue == 0 ? nil : newValue
    }
  }

  /// Texts such as `1 deck` and `2 notes`. A kind without records is left out.
  package func texts(in language: Language) -> [String] {
    names.filter { self[$0] > 0 }.map { $0.text(of: self[$0], in: language) }
  }

  /// The counts without those of the kinds `others`.
  package func without(_ others: [RecordName]) -> Self {
    var rest = RecordCounts(names.filter { !others.contains($0) })
    for name in rest.names { rest[name] = self[name] }
    return rest
  }

  /// Adds two counts.
  package static func + (left: Self, right: Self) -> Self {
    var sum = left
    for name in right.names { sum[name] += right[name] }
    return sum
  }

  /// Whether the numbers are the same.
  package static func == (left: Self, right: Self) -> Bool { left.counts == right.counts }
}

extension RecordCounts: Encodable {
  /// Writes a member for each kind. Its name is the plural name of the kind.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Member.self)
    for name in names { try container.encode(self[name], forKey: Member(stringValue: name.many)) }
  }

  /// The name of a member.
  package struct Member: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { return nil }
  }
}

/// Yes and no, as typed by the user and shown to the user.
package enum YesOrNo {
  /// The meaning of a typed word; `nil` when it is neither yes nor no. Ignores width and case.
  package static func value(of word: String) -> Bool? {
    let word = FullWidth.folded(word).lowercased()
    return [true, false].first { words(for: $0).contains(word) }
  }

  /// The words for a value.
  package static func words(for value: Bool) -> [String] {
    value ? ["yes", "y", "はい"] : ["no", "n", "いいえ"]
  }

  /// The word for a value, which ``value(of:)`` reads again.
  package static func word(for value: Bool, in language: Language) -> String {
    value ? language.text("yes", "はい") : language.text("no", "いいえ")
  }
}
