import Foundation
import QuizKit
import QuizStore
import QuizSupport
import Signals
import Testing

/// A store by an author who only uses the public API of QuizKit. It keeps all records in one file,
/// which each save rewrites.
private final class StrangersStore: DataStore {
  private struct Content: Codable {
    var sequence: UInt64 = 0
    var last: [String: Int64] = [:]
    /// The JSON text of each record, by kind and number.
    var records: [String: [Int64: Data]] = [:]
  }

  let schema: Schema
  let isReadOnly = false
  let announcements = PublishSubject<SavedChanges>()
  let file: URL
  private var content = Content()

  init(schema: Schema, file: URL) throws {
    (self.schema, self.file) = (schema, file)
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    content = try JSONDecoder().decode(Content.self, from: Data(contentsOf: file))
  }

  func fetch<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R] {
    guard descriptor.predicate == nil, case .all = descriptor.selection else {
      throw StoreError.preferInMemoryFilter
    }
    guard descriptor.sortBy.isEmpty, descriptor.limit == nil, descriptor.offset == 0 else {
      throw StoreError.preferInMemorySort
    }
    var found: [R] = []
    let texts = content.records[R.entityName, default: [:]].sorted { $0.key < $1.key }
    try orDamaged { found = try texts.map { try JSONDecoder().decode(R.self, from: $0.value) } }
    return found
  }

  func reserveIdentifiers<R: StoredRecord>(_ count: Int, for type: R.Type) -> Int64 {
    content.last[R.entityName, default: 0] += Int64(count)
    return content.last[R.entityName, default: 0] - Int64(count) + 1
  }

  func save(_ request: SaveRequest) throws(StoreError) -> SavedChanges {
    try check(request)
    var changed = content
    changed.sequence += 1
    var saved = SavedChanges(sequence: changed.sequence)
    try orDamaged {
      for changes in request.changes { try apply(changes, to: &changed, &saved) }
      try JSONEncoder().encode(changed).write(to: file, options: .atomic)
    }
    content = changed
    return saved
  }

  private func apply(
    _ changes: some AnyRecordChanges, to content: inout Content, _ saved: inout SavedChanges
  ) throws {
    try apply(changes.typed, to: &content, &saved)
  }

  private func apply<R>(
    _ changes: RecordChanges<R>, to content: inout Content, _ saved: inout SavedChanges
  ) throws {
    let (updated, deleted) = (changes.updated.map(\.record), changes.deleted.map(\.id.rawValue))
    for record in updated + (try changes.insertedRecords(schema)) {
      content.records[R.entityName, default: [:]][record.id.rawValue] = try JSONEncoder().encode(
        record)
    }
    for id in deleted { content.records[R.entityName]?[id] = nil }
    var identifiers = SavedChanges.Identifiers()
    identifiers.inserted = try changes.insertedRecords(schema).map(\.id.rawValue)
    identifiers.updated = updated.map(\.id.rawValue)
    identifiers.deleted = deleted
    saved.entities[R.entityName] = identifiers
  }

  private func orDamaged(_ body: () throws -> Void) throws(StoreError) {
    do {
      try body()
    } catch {
      throw StoreError.damaged(
        FilePlace(path: file.path, offset: 0), reason: Reason("\(error)", "\(error)"))
    }
  }

  func close() {}
}

/// Tests the stores that come with QuizKit, and one that does not.
@Suite struct OtherStoreTests {
  @Test func `a store that was written elsewhere keeps the contract`() throws {
    let disk = try RealDisk()
    var number = 0
    try expectStoreContract {
      number += 1
      let file = URL(filePath: "\(disk.directory)/\(number).json")
      return try StrangersStore(schema: StoreContract.schema, file: file)
    } reopen: { store in
      let file = try #require(store as? StrangersStore).file
      return try StrangersStore(schema: StoreContract.schema, file: file)
    }
  }

  @Test func `the store in memory keeps the contract and nothing else`() throws {
    try expectStoreContract({ MemoryStore(schema: StoreContract.schema) }, reopen: nil)
  }

  @Test(arguments: ["journal", "json"])
  func `each of the stores in files keeps the contract`(_ kind: String) throws {
    let disk = try RealDisk()
    var number = 0
    func open() throws -> any DataStore {
      let place = "\(kind):\(disk.directory)/\(number)-bank"
      let configuration = try #require(StoreConfiguration(specification: place))
      return try configuration.makeStore(schema: StoreContract.schema)
    }
    try expectStoreContract {
      number += 1
      return try open()
    } reopen: { _ in
      try open()
    }
  }

  @Test func `a store has at most twelve things to do`() throws {
    let room = URL(filePath: #filePath)
      .appending(path: "../../../../Sources/QuizKit/Storage/Store").standardized
    let sources = try FileManager.default.contentsOfDirectory(atPath: room.path).sorted()
      .map { try String(contentsOf: room.appending(path: $0), encoding: .utf8) }
    let declaration = #/\npublic protocol DataStore: (?:.*\n)*?}\n/#
    let text = try #require(sources.joined().firstMatch(of: declaration)).output
    let requirements = text.matches(of: #/(?m)^  (?:var|func) (\w+)/#).map { String($0.1) }
    #expect(requirements.contains("fetch") && requirements.contains("save"))
    #expect(requirements.count <= 12, "\(requirements)")
  }

  @Test func `a bank works in a store that was written elsewhere`() throws {
    let disk = try RealDisk()
    let context = StoreContext(
      try StrangersStore(
        schema: QuestionBank.schema, file: URL(filePath: "\(disk.directory)/bank.json")))
    let deck = context.insert(Deck(name: "Capitals", createdAt: Date(timeIntervalSince1970: 0)))
    try context.save()
    #expect(try context.record(for: deck)?.name == "Capitals")
  }

  @Test(arguments: ["", "json:", "journal:"])
  func `a store without a path is none`(specification: String) {
    #expect(StoreConfiguration(specification: specification) == nil)
  }
}
