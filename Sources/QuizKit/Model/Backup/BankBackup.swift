import QuizExchange
import QuizStore
import QuizSupport

/// The part of a backup that is not questions: decks, notes, quizzes and their answers, exams.
struct BankBackup {
  /// How many records to keep in memory at a time.
  private static let pageSize = 1000

  private let store: StoreContext
  /// How many records of each kind there are.
  let contents: RestoredRecords

  init(of store: StoreContext) throws {
    self.store = store
    contents = RestoredRecords(
      decks: try store.count(FetchDescriptor<Deck>()),
      notes: try store.count(FetchDescriptor<StudyNote>()),
      quizzes: try store.count(FetchDescriptor<Attempt>()),
      exams: try store.count(FetchDescriptor<Exam>()))
  }

  /// Writes the sections, each as one member of the JSON document.
  func write(_ write: ([UInt8]) throws -> Void) throws {
    try section(.decks, Deck.self, write)
    try section(.notes, StudyNote.self, write)
    try section(.attempts, Attempt.self, write)
    try section(.progress, AttemptProgress.self, write)
    try section(.answers, Answer.self, write)
    try section(.exams, Exam.self, write)
  }

  /// Writes one record per line, so that two backups can be compared with a diff.
  private func section<R: StoredRecord>(
    _ section: BackupSection, _ type: R.Type, _ write: ([UInt8]) throws -> Void
  ) throws {
    let encoder = RecordEncoder(dates: .texts)
    try write(BackupWriter.member(section.rawValue) + [UInt8(ascii: "[")])
    var isEmpty = true
    try store.enumerate(FetchDescriptor<R>(), batchSize: Self.pageSize) { records in
      var json: [UInt8] = []
      for record in records {
        json += BackupWriter.beginningOfElement(isFirst: isEmpty)
        try encoder.encode(record, to: &json)
        isEmpty = false
      }
      try write(json)
    }
    try write(BackupWriter.endOfList(isEmpty: isEmpty))
  }
}
