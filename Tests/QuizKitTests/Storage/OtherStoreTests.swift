import Foundation
import QuizKit
import Signals
import Testing

/// A store that somebody writes who sees only what QuizKit shows: records in dictionaries.
private final class DictionaryStore: DataStore {
  let schema: Schema
  let isReadOnly = false
  let announcements = PublishSubject<SavedChanges>()
  private var kinds: [String: [Int64: any StoredRecord]] = [:]
  private var last: [String: Int64] = [:]
  private var sequence: UInt64 = 0

  init(schema: Schema) { self.schema = schema }

  func fetch<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R] {
    if descriptor.predicate != nil { throw StoreError.preferInMemoryFilter }
    guard descriptor.sortBy.isEmpty, descriptor.limit == nil, descriptor.offset == 0 else {
      throw StoreError.preferInMemorySort
    }
    return kinds[R.entityName, default: [:]].values.compactMap { $0 as? R }
      .sorted { $0.id < $1.id }
  }

  func records<R: StoredRecord>(for ids: [Identifier<R>]) -> [R] {
    ids.compactMap { kinds[R.entityName]?[$0.rawValue] as? R }
  }

  func reserveIdentifiers<R: StoredRecord>(_ count: Int, for type: R.Type) -> Int64 {
    last[R.entityName, default: 0] += Int64(count)
    return last[R.entityName, default: 0] - Int64(count) + 1
  }

  func save(_ request: SaveRequest) throws(StoreError) -> SavedChanges {
    try check(request)
    var (changed, saved) = (kinds, SavedChanges(sequence: sequence + 1))
    for changes in request.changes { apply(changes, to: &changed, &saved) }
    (kinds, sequence) = (changed, saved.sequence)
    return saved
  }

  private func apply(
    _ changes: some AnyRecordChanges, to kinds: inout [String: [Int64: any StoredRecord]],
    _ saved: inout SavedChanges
  ) {
    apply(changes.typed, to: &kinds, &saved)
  }

  private func apply<R>(
    _ changes: RecordChanges<R>, to kinds: inout [String: [Int64: any StoredRecord]],
    _ saved: inout SavedChanges
  ) {
    let entity = R.entityName
    var (table, identifiers) = (kinds[entity, default: [:]], SavedChanges.Identifiers())
    for update in changes.updated {
      table[update.record.id.rawValue] = update.record
      identifiers.updated.append(update.record.id.rawValue)
    }
    for deletion in changes.deleted {
      table[deletion.id.rawValue] = nil
      identifiers.deleted.append(deletion.id.rawValue)
    }
    for record in changes.inserted {
      table[record.id.rawValue] = record
      identifiers.inserted.append(record.id.rawValue)
    }
    (kinds[entity], saved.entities[entity]) = (table, identifiers)
  }

  func close() {}
}

extension StoreConfiguration {
  fileprivate static var dictionary: StoreConfiguration {
    StoreConfiguration("dictionary") { schema, _, _ throws(StoreError) in
      DictionaryStore(schema: schema)
    }
  }
}

/// Stores that come with QuizKit, and one that does not.
@Suite struct OtherStoreTests {
  @Test func `a store that was written elsewhere keeps the contract`() throws {
    try expectStoreContract {
      try StoreConfiguration.dictionary.makeStore(schema: StoreContract.schema)
    }
  }

  @Test(arguments: ["memory", "journal:store", "json:store.json"])
  func `each of the stores keeps the contract`(_ specification: String) throws {
    let disk = try RealDisk()
    var number = 0
    try expectStoreContract {
      number += 1
      let place = specification.replacing(":", with: ":\(disk.directory)/\(number)-")
      let configuration = try #require(StoreConfiguration(specification: place))
      return try configuration.makeStore(schema: StoreContract.schema)
    }
  }

  @Test func `a bank works in a store that was written elsewhere`() throws {
    let context = StoreContext(
      try StoreConfiguration.dictionary.makeStore(schema: QuestionBank.schema))
    let deck = context.insert(Deck(name: "Capitals", createdAt: Date(timeIntervalSince1970: 0)))
    try context.save()
    #expect(try context.record(for: deck)?.name == "Capitals")
  }

  @Test(arguments: ["", "json:", "journal:"])
  func `a store without a path is none`(specification: String) {
    #expect(StoreConfiguration(specification: specification) == nil)
  }
}
