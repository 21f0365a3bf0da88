import QuizExchange
import QuizStore
import QuizSupport

/// The part of a backup besides the questions: decks, notes, quizzes and their answers, exams, and
/// every other kind of record of the bank.
struct BankBackup {
  /// How many records to keep in memory at a time.
  private static let pageSize = 1000

  private let store: StoreContext
  /// How many records of each kind there are.
  let contents: RestoredRecords

  init(of store: StoreContext) throws {
    self.store = store
    var counts = RecordCounts(store.kinds.all.filter { $0.section != nil }.compactMap { $0.name })
    for kind in store.kinds.all where kind.section != nil {
      if let name = kind.name { counts[name] = try Self.count(kind, in: store) }
    }
    contents = RestoredRecords(counts: counts)
  }

  private static func count<R: BankRecord>(
    _ kind: R.Type, in store: StoreContext
  ) throws -> Int {
    try store.count(FetchDescriptor<R>())
  }

  /// Writes the sections, each as one member of the JSON document.
  func write(_ write: ([UInt8]) throws -> Void) throws {
    for kind in store.kinds.all { try section(kind, write) }
  }

  /// Writes one record per line, so that two backups can be compared with a diff.
  private func section<R: BankRecord>(
    _ kind: R.Type, _ write: ([UInt8]) throws -> Void
  ) throws {
    guard let section = kind.section else { return }
    let encoder = RecordEncoder(dates: .texts)
    try write(BackupWriter.member(section) + [UInt8(ascii: "[")])
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
