/// The contents of a backup besides questions. Each section is a list of records as the store
/// writes them.
package enum BackupSection: String, CaseIterable {
  case decks
  case notes
  case attempts
  case progress
  case answers
  case exams
}
