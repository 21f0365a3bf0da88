/// Writes one file of questions in one format, question by question, so that a bank of any size needs
/// little memory.
///
/// A writer only makes bytes of UTF-8. ``QuestionExport`` counts what the format cannot carry.
public protocol QuestionWriter {
  /// The text before the first question.
  var beginning: [UInt8] { get }

  /// Appends the text of the next question.
  ///
  /// - Returns: Why the format cannot hold the question at all; `nil` if it can.
  mutating func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault?

  /// The text behind the last question.
  var end: [UInt8] { get }
}

extension QuestionWriter {
  /// There is none.
  public var beginning: [UInt8] { [] }
  /// There is none.
  public var end: [UInt8] { [] }
}

/// A question on its way into a file.
public struct ExportedQuestion: Hashable, Sendable {
  /// The name of its deck; `nil` to write none.
  public var category: String?

  /// What the author wrote.
  public var content: QuestionContent

  /// Which record it is, for a backup; `nil` to write none.
  public var origin: ParsedQuestion.Origin?

  /// Creates a question to write.
  public init(
    category: String? = nil, content: QuestionContent, origin: ParsedQuestion.Origin? = nil
  ) {
    self.category = category
    self.content = content
    self.origin = origin
  }
}

/// What a person may say about a file that is written.
public struct WritingOptions: Hashable, Sendable {
  /// UTF-8 or Shift_JIS; the others are only read.
  public var encoding = TextEncoding.utf8

  /// Whether UTF-8 begins with a byte order mark, without which Excel takes Japanese for something else.
  public var hasByteOrderMark = false

  /// Whether the cells of a table are written as they are, even where a spreadsheet would run them as a formula. Otherwise they get
  /// an apostrophe in front, which reading takes off.
  public var hasRawCells = false

  /// Whether somebody asked for that apostrophe by name; tables have it without, other formats never.
  public var isExcelSafe = false

  /// Creates options: UTF-8 without a mark, nothing altered.
  public init() {}
}
