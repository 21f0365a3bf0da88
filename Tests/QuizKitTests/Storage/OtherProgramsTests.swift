import Foundation
import TestKit
import Testing

@testable import QuizStore

/// Tests three small programs that have nothing to do with questions, with every store.
@Suite struct OtherProgramsTests {
  struct Folder: StoredRecord {
    static let entityName = "folder"
    var id: Identifier<Folder> = .unassigned
    var name: String
  }

  struct Memo: StoredRecord {
    static let entityName = "memo"
    static let keys: [RecordKey<Memo>] = [
      .reference(\.folderID, onDelete: .cascade), .unique(\.outsideID), .index(\.writtenAt),
    ]
    var id: Identifier<Memo> = .unassigned
    var folderID: Identifier<Folder>?
    var outsideID: String?
    var body: String
    var writtenAt: Date
  }

  struct Trip: StoredRecord {
    static let entityName = "trip"
    var id: Identifier<Trip> = .unassigned
    var name: String
  }

  struct Item: StoredRecord {
    static let entityName = "item"
    static let keys: [RecordKey<Item>] = [.index(\.timestamp)]
    var id: Identifier<Item> = .unassigned
    var timestamp: Date
  }

  private func context(_ kind: StoreKind) throws -> StoreContext {
    StoreContext(
      try kind.open(
        on: SimulatedDisk(), schema: Schema(Folder.self, Memo.self, Trip.self, Item.self)))
  }

  private func date(_ seconds: Int) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(seconds))
  }

  @Test(arguments: StoreKind.allCases)
  func `memos are searched, newest first, fifty at a time, and go with their folder`(
    _ kind: StoreKind
  ) throws {
    let context = try context(kind)
    let (work, home) = (context.insert(Folder(name: "仕事")), context.insert(Folder(name: "家")))
    for number in 0..<120 {
      context.insert(
        Memo(
          folderID: number % 2 == 0 ? work : home, body: "覚え書き \(number)",
          writtenAt: date(number * 7 % 120)))
    }
    try context.save()
    let newest = FetchDescriptor<Memo>(
      sortBy: [SortDescriptor(\.writtenAt, order: .reverse)], limit: 50, offset: 50)
    #expect(
      try context.fetch(newest).map { $0.writtenAt.timeIntervalSinceReferenceDate }
        == (20..<70).reversed().map(Double.init))
    let word = "書き 11"
    let hits = try context.fetch(
      FetchDescriptor<Memo>(
        predicate: #Predicate { $0.body.contains(word) }, sortBy: [SortDescriptor(\.body)]))
    #expect(hits.count == 11 && hits[0].body == "覚え書き 11")
    try context.delete(work)
    try context.save()
    #expect(try context.count(FetchDescriptor<Memo>()) == 60)
    #expect(try context.records(matching: \Memo.folderID, in: [context.resolve(home)]).count == 60)
  }

  @Test(arguments: StoreKind.allCases)
  func `a batch of memos from outside leaves out those that are there already`(
    _ kind: StoreKind
  ) throws {
    let context = try context(kind)
    func receive(_ ids: [String]) throws -> Int {
      let known = Set(try context.records(matching: \Memo.outsideID, in: ids).map(\.outsideID))
      let new = ids.filter { !known.contains($0) }
      context.insert(
        contentsOf: new.map { Memo(outsideID: $0, body: "memo \($0)", writtenAt: date(0)) })
      try context.save()
      return new.count
    }
    #expect(try receive(["a", "b", "c"]) == 3)
    #expect(try receive(["b", "c", "d"]) == 1)
    #expect(try context.count(FetchDescriptor<Memo>()) == 4)
  }

  @Test(arguments: StoreKind.allCases)
  func `of three trips one goes and one comes, and its identifier becomes permanent`(
    _ kind: StoreKind
  ) throws {
    let context = try context(kind)
    let trips = ["北海道", "京都", "沖縄"].map { context.insert(Trip(name: $0)) }
    try context.save()
    try context.delete(trips[1])
    let new = context.insert(Trip(name: "屋久島"))
    #expect(new.isTemporary)
    let saved = try context.save()
    #expect(saved?.entities["trip"]?.deleted == [2])
    #expect(saved?.replacements.resolve(new) == Identifier(rawValue: 4))
    #expect(try context.fetch(FetchDescriptor<Trip>()).map(\.name) == ["北海道", "沖縄", "屋久島"])
  }

  @Test func `a preview shows ten items of a store in memory`() throws {
    let context = try context(.memory)
    for number in 0..<10 { context.insert(Item(timestamp: date(number))) }
    try context.save()
    let list = try LiveQuery(
      FetchDescriptor<Item>(sortBy: [SortDescriptor(\.timestamp)]), in: context)
    #expect(list.value.count == 10)
    try context.delete(list.value[3].id)
    try context.save()
    #expect(
      list.value.map { $0.timestamp.timeIntervalSinceReferenceDate } == [0, 1, 2, 4, 5, 6, 7, 8, 9])
  }
}
