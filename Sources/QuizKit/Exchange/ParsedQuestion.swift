/// A question as a file has it.
public struct ParsedQuestion: Hashable, Sendable {
  /// The physical line that the question begins on, counted from 1.
  public var line: Int

  /// The category or deck that the file names; `nil` if it names none.
  public var category: String?

  /// What the author wrote.
  public var content: QuestionContent

  /// Creates a question that was read.
  public init(line: Int, category: String? = nil, content: QuestionContent) {
    self.line = line
    self.category = category
    self.content = content
  }
}
