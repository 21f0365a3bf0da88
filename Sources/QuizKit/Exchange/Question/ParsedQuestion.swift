import Foundation

/// A question on its way into a bank, from a file or from a part of the program that adds
/// questions.
public struct ParsedQuestion: Hashable, Sendable {
  /// The line on which the question begins, counted from 1; 0 for a question that is not from a
  /// file.
  package var line: Int

  /// The category or deck named in the file, or `nil`.
  package var category: String?

  /// The question's text, choices and everything else the author wrote.
  package let content: QuestionContent

  /// The digest of ``content`` for finding duplicates. Calculated here, so that the reading thread
  /// does the work.
  package let digest: QuestionDigest

  /// The record that the question had in the backed-up bank; `nil` unless the file is a backup.
  package var origin: Origin?

  /// Creates a question.
  package init(
    line: Int = 0, category: String? = nil, content: QuestionContent, origin: Origin? = nil
  ) {
    self.line = line
    self.category = category
    self.content = content
    digest = QuestionDigest(content)
    self.origin = origin
  }

  /// Identifies the record that a question had in the backed-up bank.
  public struct Origin: Hashable, Sendable {
    /// The record's number. The history in the same backup refers to the question by it.
    package var record: Int64
    /// When the question was added or imported; `nil` if the file does not say.
    package var createdAt: Date?
    /// When the question was last edited; `nil` if the file does not say.
    package var changedAt: Date?
    /// When what is right was last changed; `nil` if the file does not say.
    package var keyChangedAt: Date?

    /// Names the record that a question had.
    package init(record: Int64, createdAt: Date?, changedAt: Date?, keyChangedAt: Date? = nil) {
      (self.record, self.createdAt, self.changedAt) = (record, createdAt, changedAt)
      self.keyChangedAt = keyChangedAt
    }
  }
}
