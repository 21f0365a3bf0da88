/// What became of the questions of an imported file.
package struct ImportCounts: Equatable, Sendable {
  /// How many were added to the bank, or would have been without dry run.
  package var imported = 0
  /// How many questions of the bank were changed, because they have the same identifier.
  package var updated = 0
  /// How many were left out because the deck has them already.
  package var duplicates = 0

  /// Creates the counts.
  package init(imported: Int = 0, updated: Int = 0, duplicates: Int = 0) {
    (self.imported, self.updated, self.duplicates) = (imported, updated, duplicates)
  }
  /// Adds the counts of two files.
  package static func + (left: Self, right: Self) -> Self {
    ImportCounts(
      imported: left.imported + right.imported, updated: left.updated + right.updated,
      duplicates: left.duplicates + right.duplicates)
  }
}
