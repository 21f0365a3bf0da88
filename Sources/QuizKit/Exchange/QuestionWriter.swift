/// Writes questions in one format.
///
/// A writer only makes bytes of UTF-8; what the format cannot carry is counted by who calls it, from
/// what the format says that it keeps.
public protocol QuestionWriter: Sendable {
  /// Writes all questions.
  ///
  /// - Parameters:
  ///   - questions: In the order in which the file shall have them.
  ///   - options: What a person may say about the file.
  ///   - report: Takes the questions that the format cannot hold at all, by their place from 0.
  func write(
    _ questions: [ExportedQuestion], options: WritingOptions, report: (Int, Fault) -> Void
  ) -> [UInt8]
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
