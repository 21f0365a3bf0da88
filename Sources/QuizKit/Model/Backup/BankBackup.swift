/// A bank as a document that holds everything: decks, questions, notes, quizzes with their answers.
struct BankBackup {
  /// The sections in the order in which they are written.
  let sections: [BackupDocument.Section]
  /// How much is in it beside the questions.
  let contents: RestoredRecords

  /// Reads what `store` holds beside the questions.
  init(of store: StoreContext) throws {
    let decks = try store.fetch(FetchDescriptor<Deck>())
    let notes = try store.fetch(FetchDescriptor<StudyNote>())
    let attempts = try store.fetch(FetchDescriptor<Attempt>())
    sections = [
      try Self.section(.decks, decks), try Self.section(.notes, notes),
      try Self.section(.attempts, attempts),
      try Self.section(.progress, try store.fetch(FetchDescriptor<AttemptProgress>())),
      try Self.section(.answers, try store.fetch(FetchDescriptor<Answer>())),
    ]
    contents = RestoredRecords(
      decks: decks.count, notes: notes.count, quizzes: attempts.count)
  }

  /// One record a line, so that two backups can be compared.
  private static func section<R: StoredRecord>(
    _ section: BackupSection, _ records: [R]
  ) throws -> BackupDocument.Section {
    let encoder = RecordEncoder(readableDates: true)
    var json: [UInt8] = [UInt8(ascii: "[")]
    for (index, record) in records.enumerated() {
      json += Array((index == 0 ? "\n    " : ",\n    ").utf8)
      try encoder.encode(record, to: &json)
    }
    json += Array((records.isEmpty ? "]" : "\n  ]").utf8)
    return BackupDocument.Section(name: section.rawValue, json: json)
  }
}
