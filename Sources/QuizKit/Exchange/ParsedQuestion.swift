import Foundation

/// A question as a file has it.
public struct ParsedQuestion: Hashable, Sendable {
  /// The physical line that the question begins on, counted from 1.
  public var line: Int

  /// The category or deck that the file names; `nil` if it names none.
  public var category: String?

  /// What the author wrote.
  public var content: QuestionContent

  /// Which record of which bank it was; `nil` unless the file is a backup.
  public var origin: Origin?

  /// Creates a question that was read.
  public init(
    line: Int, category: String? = nil, content: QuestionContent, origin: Origin? = nil
  ) {
    self.line = line
    self.category = category
    self.content = content
    self.origin = origin
  }

  /// The record that a question was in the bank that was backed up.
  public struct Origin: Hashable, Sendable {
    /// Its number, by which the history in the same file speaks of it.
    public var record: Int64
    /// When it was registered or imported; `nil` when the file does not say.
    public var createdAt: Date?
    /// When it was last edited; `nil` when the file does not say.
    public var changedAt: Date?
  }
}
