import Foundation
import QuizStore
import Signals

/// A store of one's own, an array in a JSON file: temporary identifiers that become permanent, a
/// condition and an order that the store leaves to the context, and the file.
@main
enum Main {
  static func main() throws {
    let file = URL.temporaryDirectory.appending(path: "Trips-\(getpid()).json")
    let context = StoreContext(try ArrayStore<Trip>(file: file))
    let out = context.insert(Trip(name: "To Rome", days: 2))
    let back = context.insert(Trip(name: "And back", days: 1, follows: out))
    context.insert(Trip(name: "To Oslo", days: 4))
    print("inserted: \(back) follows \(out)")
    guard let saved = try context.save(), let trip = try context.record(for: back) else { return }
    print("saved: \(trip.id) follows \(saved.replacements.resolve(out))")

    // Another context, over what is in the file.
    let reader = StoreContext(try ArrayStore<Trip>(file: file))
    let long = #Predicate<Trip> { $0.days > 1 }
    let byDays = [SortDescriptor(\Trip.days, order: .reverse)]
    print("long:", try reader.fetch(FetchDescriptor(predicate: long, sortBy: byDays)).map(\.name))
    print(try String(contentsOf: file, encoding: .utf8))
    try FileManager.default.removeItem(at: file)
  }
}

struct Trip: StoredRecord {
  static let entityName = "trip"
  static let keys: [RecordKey<Trip>] = [.reference(\.follows, onDelete: .clear)]
  var id: Identifier<Trip> = .unassigned
  var name: String
  var days: Int
  var follows: Identifier<Trip>?
}

/// Keeps records of one kind in memory, and writes all of them to a file with each save.
final class ArrayStore<Record: StoredRecord>: DataStore {
  private struct Content: Codable {
    var (saves, lastIdentifier) = (UInt64(0), Int64(0))
    var records: [Record] = []
  }

  let schema = Schema(Record.self)
  let isReadOnly = false
  let announcements = PublishSubject<SavedChanges>()
  private let file: URL
  private var content = Content()

  init(file: URL) throws {
    self.file = file
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    content = try JSONDecoder().decode(Content.self, from: Data(contentsOf: file))
  }

  /// All records. Whoever asks for less is sent back, and the context does the rest.
  func fetch<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R] {
    guard descriptor.predicate == nil, case .all = descriptor.selection else {
      throw .preferInMemoryFilter
    }
    guard descriptor.sortBy.isEmpty, descriptor.limit == nil, descriptor.offset == 0 else {
      throw .preferInMemorySort
    }
    return content.records as? [R] ?? []
  }

  func reserveIdentifiers<R: StoredRecord>(_ count: Int, for type: R.Type) -> Int64 {
    defer { content.lastIdentifier += Int64(count) }
    return content.lastIdentifier + 1
  }

  func save(_ request: SaveRequest) throws(StoreError) -> SavedChanges {
    try check(request)
    var changed = content
    changed.saves += 1
    for case let changes as RecordChanges<Record> in request.changes {
      var records = Dictionary(uniqueKeysWithValues: changed.records.map { ($0.id, $0) })
      for deletion in changes.deleted { records[deletion.id] = nil }
      for update in changes.updated { records[update.record.id] = update.record }
      for new in try changes.insertedRecords(schema) {
        let old = records.updateValue(new, forKey: new.id)
        if old != nil { throw .alreadyExists(entity: Record.entityName, id: new.id.rawValue) }
      }
      changed.records = records.values.sorted { $0.id < $1.id }
    }
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try encoder.encode(changed).write(to: file, options: .atomic)
    } catch {
      throw .unknownState(path: file.path)
    }
    content = changed
    // Without lists of identifiers this says that any record may have changed.
    return SavedChanges(sequence: changed.saves, entities: [Record.entityName: .init()])
  }

  func close() {}
}
