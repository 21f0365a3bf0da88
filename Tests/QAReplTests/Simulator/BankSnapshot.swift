import Foundation

@testable import QuizKit
@testable import QuizStore

/// All records that a store has saved, each as its text in a file.
struct BankSnapshot: Equatable {
  /// The texts by kind and number.
  private(set) var records: [String: [Int64: String]] = [:]

  init(of store: any DataStore) throws {
    let context = StoreContext(store)
    for type in store.schema.records { try take(type, context) }
  }

  private mutating func take<R: StoredRecord>(_ type: R.Type, _ context: StoreContext) throws {
    let encoder = RecordEncoder()
    var texts: [Int64: String] = [:]
    for record in try context.fetch(FetchDescriptor<R>()) {
      var bytes: [UInt8] = []
      try encoder.encode(record, to: &bytes)
      texts[record.id.rawValue] = String(decoding: bytes, as: UTF8.self)
    }
    if !texts.isEmpty { records[R.entityName] = texts }
  }

  /// The records of the kinds that undo concerns.
  var undoable: BankSnapshot {
    var copy = self
    for type in QuestionBank.schema.records where type.outlivesUndo {
      copy.records[type.entityName] = nil
    }
    return copy
  }

  /// The records of some kinds.
  func only(_ kinds: Set<String>) -> BankSnapshot {
    var copy = self
    copy.records = records.filter { kinds.contains($0.key) }
    return copy
  }

  /// The first few differences to another snapshot, for people.
  func differences(to other: BankSnapshot) -> String {
    var lines: [String] = []
    for kind in Set(records.keys).union(other.records.keys).sorted() {
      let (mine, others) = (records[kind] ?? [:], other.records[kind] ?? [:])
      for id in Set(mine.keys).union(others.keys).sorted() where mine[id] != others[id] {
        lines.append("\(kind) \(id): \(mine[id] ?? "–")\n   instead of \(others[id] ?? "–")")
      }
    }
    return lines.prefix(6).joined(separator: "\n")
  }
}
