/// Questions in our own JSON, alone as an export or with everything else of a bank as a backup.
///
/// One object: `format` is `qa-repl`, `version` says which fields to expect, `questions` is a list, and
/// every other member is a section that belongs to somebody else, such as the history. Sections pass
/// through as the JSON that they are, so that this file need not know the records in them.
public struct BackupDocument: Hashable, Sendable {
  /// The version that is written, and the newest that is read.
  public static let currentVersion = 1

  /// The questions in their order, each with its deck as the category.
  public var questions: [ParsedQuestion]

  /// What else the document holds, in its order.
  public var sections: [Section]

  /// A member of the document beside the questions.
  public struct Section: Hashable, Sendable {
    /// The name of the member: `history`.
    public var name: String
    /// One JSON value in UTF-8.
    public var json: [UInt8]
    /// The physical line that the value begins on in the file that it was read from, counted from 1.
    public var line: Int

    /// Creates a section; `json` must be one JSON value, as `JSONEncoder` makes it.
    public init(name: String, json: [UInt8], line: Int = 1) {
      self.name = name
      self.json = json
      self.line = line
    }
  }

  /// Creates a document.
  public init(questions: [ParsedQuestion] = [], sections: [Section] = []) {
    self.questions = questions
    self.sections = sections
  }

  /// Reads a document with its sections.
  ///
  /// - Parameters:
  ///   - source: The decoded text.
  ///   - intake: Takes the questions and the problems; the questions are in the result as well only if
  ///     the intake has no handler of its own.
  /// - Returns: `nil` if the text is not such a document or a newer one; the intake says which.
  /// - Throws: ``ReadingCancelled`` after the intake's progress closure answered `false`.
  public static func read(
    _ source: SourceText, into intake: Intake
  ) throws(ReadingCancelled) -> BackupDocument? {
    guard let document = try BackupReader.document(source, intake) else { return nil }
    intake.take(sections: BackupReader.sections(of: document, in: source))
    try BackupReader.readQuestions(of: document, in: source, into: intake)
    return BackupDocument(questions: intake.questions, sections: intake.sections)
  }
}
