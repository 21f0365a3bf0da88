/// The results of importing the questions of a file.
package struct ImportCounts: Equatable, Sendable {
  /// The number of questions that were added to the bank, or that would have been added without dry
  /// run.
  package var imported = 0
  /// The number of questions in the bank that were changed, because the files have newer versions
  /// of them.
  package var updated = 0
  /// The number of questions that were left out because the deck already has them.
  package var duplicates = 0
  /// The number of questions of which something was changed both in the file and in the bank, so
  /// that it stays as it is in the bank. If something else was taken over, they are among
  /// ``updated`` too.
  package var differsHere = 0

  /// Creates the counts.
  package init(imported: Int = 0, updated: Int = 0, duplicates: Int = 0, differsHere: Int = 0) {
    (self.imported, self.updated, self.duplicates) = (imported, updated, duplicates)
    self.differsHere = differsHere
  }

  /// Adds the counts of two files.
  package static func + (left: Self, right: Self) -> Self {
    ImportCounts(
      imported: left.imported + right.imported, updated: left.updated + right.updated,
      duplicates: left.duplicates + right.duplicates,
      differsHere: left.differsHere + right.differsHere)
  }
}
