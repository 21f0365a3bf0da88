/// What a backup holds beside the questions: a list of records in each section, as the stores write them.
enum BackupSection: String, CaseIterable {
  case decks
  case notes
  case attempts
  case progress
  case answers
}
