import QuizSupport

/// Writes questions in one format, one by one, so that the size of the bank does not affect memory.
///
/// A writer always produces UTF-8. ``QuestionExport`` counts what the format cannot store.
package protocol QuestionWriter {
  /// The text before the first question.
  var beginning: [UInt8] { get }

  /// Appends the text of the next question.
  ///
  /// - Returns: Why the format cannot store the question, or `nil` if it can.
  mutating func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault?

  /// The text after the last question.
  var end: [UInt8] { get }
}

extension QuestionWriter {
  /// Empty.
  package var beginning: [UInt8] { [] }
  /// Empty.
  package var end: [UInt8] { [] }
}

/// A question to be written to a file.
public struct ExportedQuestion: Hashable, Sendable {
  /// The name of the deck; `nil` to write none.
  package var category: String?

  /// The question's text, choices and everything else the author wrote.
  package var content: QuestionContent

  /// The question's record, for a backup; `nil` to write none.
  package var origin: ParsedQuestion.Origin?

  /// Where the files of its pictures are, from the written file on.
  package var picturePaths: [ContentDigest: String] = [:]
  /// The bytes of its pictures, for a format that has them in itself.
  package var pictureBytes: [ContentDigest: [UInt8]] = [:]

  /// Creates a question to write.
  public init(
    category: String? = nil, content: QuestionContent, origin: ParsedQuestion.Origin? = nil
  ) {
    self.category = category
    self.content = content
    self.origin = origin
  }
}

/// The user's settings for writing a file.
public struct WritingOptions: Hashable, Sendable {
  /// UTF-8 or Shift_JIS; the other encodings are read-only.
  package var encoding = TextEncoding.utf8

  /// Whether UTF-8 begins with a byte order mark. Without one, Excel misreads Japanese.
  package var hasByteOrderMark = false

  /// Whether table cells are written unchanged even if a spreadsheet would run them as a formula.
  /// Otherwise such cells get a leading apostrophe, which is removed when the table is read.
  package var hasRawCells = false

  /// Whether pictures are only named, because there is no place for their files.
  package var leavesOutPictures = false

  /// Creates the default options: UTF-8 without a byte order mark.
  public init() {}
}
