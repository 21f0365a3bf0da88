import Foundation
import TestKit
import Testing

@testable import QuizStore
@testable import QuizSupport

/// A record that writes a value that it cannot read, as a faulty program might do.
private struct Careless: StoredRecord {
  static let entityName = "careless"
  static let keys: [RecordKey<Careless>] = []

  var id: Identifier<Careless> = .unassigned
  var value: Value

  struct Value: Codable, Equatable {
    static let most = 10
    var number: Int

    init(_ number: Int) { self.number = number }

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
      guard number <= Self.most else {
        throw JSONDecoding.refusal(Reason("too great", "大きすぎます"), by: decoder)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }
}

/// The same record with a key, so that its lines are decoded when the file is opened.
private struct CarelessKey: StoredRecord {
  static let entityName = "careless-key"
  static let keys: [RecordKey<CarelessKey>] = [.index(\.name)]

  var id: Identifier<CarelessKey> = .unassigned
  var name: String
  var value: Careless.Value
}

/// Tests that a record that cannot be read again is not written. If a program has written one
/// nevertheless, the other records are read.
@Suite struct UnreadableRecordTests {
  private static let schema = Schema(version: 1, Careless.self, CarelessKey.self)
  private let disk = SimulatedDisk()

  private func open(
    _ kind: StoreKind, _ access: StoreAccess = .writing
  ) throws -> StoreContext {
    StoreContext(try kind.open(on: disk, schema: Self.schema, access: access))
  }

  @Test(arguments: StoreKind.inFiles)
  func `a save refuses what the next start could not read, and changes nothing`(
    _ kind: StoreKind
  ) throws {
    let context = try open(kind)
    let id = context.insert(Careless(value: .init(1)))
    try context.save()
    let saved = context.resolve(id)
    context.insert(CarelessKey(name: "a", value: .init(2)))
    try context.update(Careless(id: saved, value: .init(11)))
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == "invalid-record")
    #expect(error?.text(in: .english).contains("too great") == true)
    context.rollback()
    #expect(try context.fetch(FetchDescriptor<CarelessKey>()) == [])
    try context.store.close()
    let again = try open(kind)
    #expect(try again.record(for: saved)?.value == .init(1))
    #expect(try again.fetch(FetchDescriptor<CarelessKey>()) == [])
  }

  /// Writes a journal with valid records around invalid ones, which only a large save writes.
  private func damagedJournal() throws {
    let context = try open(.journal)
    context.insert(CarelessKey(name: "first", value: .init(1)))
    try context.save()
    for number in 0..<20 {
      context.insert(Careless(value: .init(number == 7 ? 99 : number % 10)))
      context.insert(CarelessKey(name: "\(number)", value: .init(number == 9 ? 99 : 1)))
    }
    try context.save()
    context.insert(CarelessKey(name: "last", value: .init(1)))
    try context.save()
    try context.store.close()
    disk[StoreKind.journal.path + ".index"] = nil
  }

  @Test func `salvaging passes over a record that cannot be decoded, and reads what follows`()
    throws
  {
    try damagedJournal()
    #expect(throws: StoreError.self) { try open(.journal) }
    let context = try open(.journal, .salvaging)
    #expect(try context.fetch(FetchDescriptor<Careless>()).map(\.id.rawValue).count == 19)
    let names = try context.fetch(FetchDescriptor<CarelessKey>()).map(\.name)
    #expect(names.count == 21)
    #expect(names.last == "last" && !names.contains("9"))
    guard case .salvaged(let report) = context.store.notices.first else {
      Issue.record("the store reports nothing")
      return
    }
    #expect(report.unreadable == ["careless-key 11", "careless 8"])
    #expect(report.bytes == 0 && report.saves == 0 && report.leftOut == 0)
    #expect(report.reason == Reason("too great", "大きすぎます"))
    for language in Language.allCases {
      let text = StoreNotice.salvaged(report).text(in: language)
      #expect(text.contains("careless-key 11, careless 8"))
    }
  }
}
