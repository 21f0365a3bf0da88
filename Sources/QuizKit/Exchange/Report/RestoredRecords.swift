import QuizSupport

/// The records other than questions that were restored from a backup.
package struct RestoredRecords: Encodable, Equatable, Sendable {
  /// The numbers of records that are new, or more advanced than in the bank.
  package var counts: RecordCounts
  /// The number of records that were already in the bank.
  package var duplicates = 0

  /// Creates counts.
  package init(counts: RecordCounts, duplicates: Int = 0) {
    (self.counts, self.duplicates) = (counts, duplicates)
  }

  /// Adds the counts of two backups.
  package static func + (left: Self, right: Self) -> Self {
    RestoredRecords(
      counts: left.counts + right.counts, duplicates: left.duplicates + right.duplicates)
  }
}
