import Foundation
import QuizStore
import Signals

/// A list of items with their times, the newest first: one with sample items in memory, and one in
/// a file, where items are added, one is deleted and comes back, and the file is opened again.
@main
enum Main {
  static func main() throws {
    let clock = VirtualScheduler()
    let now = { Date(timeIntervalSinceReferenceDate: Double(clock.now.components.seconds)) }

    print("preview")
    try show(.preview(now: now)) { _ in }

    let folder = URL.temporaryDirectory.appending(path: "Items-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let store = StoreConfiguration.journal(path: folder.appending(path: "items").path)
    print("in a file")
    try show(ItemList(store: store, now: now)) { list in
      for _ in 1...3 {
        try list.add()
        clock.advance(by: .seconds(60))
      }
      try list.delete(at: [1])
      try list.undo()
    }
    print("in the same file")
    try show(ItemList(store: store, now: now)) { try $0.delete(at: [0, 2]) }
    try FileManager.default.removeItem(at: folder)
  }

  /// Prints the items now and after each change that `use` makes, and closes the list.
  static func show(_ list: ItemList, use: (ItemList) throws -> Void) throws {
    let observation = list.items.observe { items in
      let time = Date.ISO8601FormatStyle().time(includingFractionalSeconds: false)
      print(" ", items.map { $0.timestamp.formatted(time) })
    }
    defer { observation.dispose() }
    try use(list)
    try list.close()
  }
}

struct Item: StoredRecord {
  static let entityName = "item"
  static let keys: [RecordKey<Item>] = [.index(\.timestamp)]
  var id: Identifier<Item> = .unassigned
  var timestamp: Date
}

/// The items of a store, and what can be done to them.
final class ItemList {
  private let context: StoreContext
  private let query: LiveQuery<[Item]>
  private let now: () -> Date

  init(store: StoreConfiguration, now: @escaping () -> Date) throws {
    context = StoreContext(try store.makeStore(schema: Schema(Item.self)))
    query = try LiveQuery(
      FetchDescriptor(.ordered(by: \.timestamp, isReversed: true)), in: context)
    self.now = now
  }

  /// A list with five items, which no file knows.
  static func preview(now: @escaping () -> Date) throws -> ItemList {
    let list = try ItemList(store: .memory, now: now)
    try list.context.transaction {
      for hours in 1...5 { list.context.insert(Item(timestamp: now() - 3_600 * Double(hours))) }
    }
    return list
  }

  /// The items, the newest first: now and after each save.
  var items: Signal<[Item]> { query.results }

  func add() throws {
    try context.transaction { context.insert(Item(timestamp: now())) }
  }

  /// Deletes the items at these positions of ``items``.
  func delete(at positions: IndexSet) throws {
    let ids = positions.map { query.value[$0].id }
    try context.transaction { for id in ids { try context.delete(id) } }
  }

  func undo() throws { try context.undo() }

  func close() throws { try context.store.close() }
}
