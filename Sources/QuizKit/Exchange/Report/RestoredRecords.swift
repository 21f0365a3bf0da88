import QuizSupport

/// The records other than questions that were restored from a backup.
package struct RestoredRecords: Encodable, Equatable, Sendable {
  /// The numbers of records that are new, or more advanced than in the bank.
  package var new: RecordCounts
  /// The number of records that were already in the bank.
  package var known = 0

  /// Creates counts.
  package init(new: RecordCounts, known: Int = 0) {
    (self.new, self.known) = (new, known)
  }

  /// Adds the counts of two backups.
  package static func + (left: Self, right: Self) -> Self {
    RestoredRecords(new: left.new + right.new, known: left.known + right.known)
  }

  private enum CodingKeys: String, CodingKey {
    case new = "counts"
    case known = "duplicates"
  }
}
