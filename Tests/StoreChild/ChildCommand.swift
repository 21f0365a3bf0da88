import Foundation
import QuizStore

/// A command from a test to this program, about the store.
enum ChildCommand: String {
  /// Saves one record after another until it is killed. Prints the identifier of each as soon as
  /// the save has returned.
  case save
  /// Opens the store, prints "open" and waits until its input ends.
  case hold
  /// Saves until the file would grow beyond ARGUMENT bytes.
  case fill
  /// Saves one record with the text ARGUMENT and prints the number of records.
  case once
  /// Saves one record with the date ARGUMENT, in seconds since 1970, and prints the number of
  /// records.
  case dated
  /// Opens the store for reading and prints the number of records.
  case count
  /// Opens the store, changes to the directory ARGUMENT, saves a record, and prints the number of
  /// records.
  case move
  /// Changes to the directory ARGUMENT, removes it, and then does the same as `once`.
  case vanish
  /// Opens the store and replaces this process by `ls -l /proc/self/fd`.
  case become
  /// Opens the store, saves and compacts while no file descriptors are left, and prints the
  /// results.
  case starve
  /// Imports ARGUMENT records in batches. Prints the number of records, and the number of bytes by
  /// which the maximum size of the process in memory grew.
  case batches
  /// Saves a box with ARGUMENT things and deletes it. Prints the number of things left, and the
  /// number of bytes by which the maximum size of the process in memory grew during the deletion.
  case purge

  private static let batchSize = 1000

  func run(_ configuration: StoreConfiguration, _ argument: String) throws {
    if self == .fill, let limit = UInt(argument) { Kernel.limitFiles(to: limit) }
    if self == .vanish {
      if chdir(argument) != 0 || rmdir(argument) != 0 { exit(66) }
    }
    if self == .starve { return try starve(configuration) }
    let store = try configuration.makeStore(schema: Schema(Entry.self, Box.self, Thing.self))
    let context = StoreContext(store)
    switch self {
    case .save, .fill:
      while true {
        let id = context.insert(Entry(text: String(repeating: "文", count: 100)))
        try context.save()
        printLine("\(context.resolve(id))")
      }
    case .hold:
      printLine("open")
      while readLine() != nil { continue }
    case .once, .dated, .move, .vanish:
      if self == .move, !FileManager.default.changeCurrentDirectoryPath(argument) { exit(66) }
      let date = self == .dated ? Double(argument).map(Date.init(timeIntervalSince1970:)) : nil
      context.insert(Entry(text: argument, at: date))
      try context.save()
      printLine("\(try context.count(FetchDescriptor<Entry>()))")
    case .count:
      printLine("\(try context.count(FetchDescriptor<Entry>()))")
    case .become:
      Kernel.become("/bin/ls", "-l", "/proc/self/fd")
    case .batches:
      try importBatches(Int(argument) ?? 0, into: store)
    case .purge:
      try purge(Int(argument) ?? 0, in: store)
    case .starve:
      return
    }
    try store.close()
  }

  private func starve(_ configuration: StoreConfiguration) throws {
    let hunger = Hunger()
    do {
      _ = try configuration.makeStore(schema: Schema(Entry.self))
    } catch {
      hunger.end()
      printLine("opening: \(error.code) \(error.file ?? "")")
    }
    let store = try configuration.makeStore(schema: Schema(Entry.self))
    let context = StoreContext(store)
    context.insert(Entry(text: "before"))
    try context.save()
    let again = Hunger()
    report("compacting") { try (store as? JournalStore)?.compact() }
    context.insert(Entry(text: "meanwhile"))
    // So many that several threads take part, for the first time in this process.
    context.insert(contentsOf: (0..<5000).map { Entry(text: "one of many, \($0)") })
    report("saving") { try context.save() }
    report("searching") {
      let found = try context.fetch(
        FetchDescriptor<Entry>(predicate: #Predicate { $0.text.contains("many, 4999") }))
      if found.count != 1 { printLine("found \(found.count)") }
    }
    again.end()
    report("compacting") { try (store as? JournalStore)?.compact() }
    report("saving") { try context.save() }
    printLine("\(try context.count(FetchDescriptor<Entry>()))")
    try store.close()
  }

  private func report(_ what: String, _ work: () throws -> Void) {
    do {
      try work()
      printLine("\(what): done")
    } catch {
      printLine("\(what): \((error as? StoreError)?.code ?? "\(error)")")
    }
  }

  private func importBatches(_ count: Int, into store: any DataStore) throws {
    let before = Kernel.largestSize
    for start in stride(from: 0, to: count, by: Self.batchSize) {
      // The context would keep data to undo its saves, but the saves of an import are never undone.
      let context = StoreContext(store)
      context.undoLimit = 0
      context.insert(
        contentsOf: (start..<min(start + Self.batchSize, count)).map { number in
          Entry(text: "\(number) " + String(repeating: "長い文章", count: 60))
        })
      try context.save()
    }
    printLine("\(try StoreContext(store).count(FetchDescriptor<Entry>()))")
    printLine("\(Kernel.largestSize - before)")
  }

  private func purge(_ count: Int, in store: any DataStore) throws {
    let context = StoreContext(store)
    let box = context.insert(Box())
    try context.save()
    for start in stride(from: 0, to: count, by: Self.batchSize) {
      let desk = StoreContext(store)
      desk.undoLimit = 0
      desk.insert(
        contentsOf: (start..<min(start + Self.batchSize, count)).map { number in
          Thing(
            boxID: context.resolve(box), text: "\(number) " + String(repeating: "長い文章", count: 60))
        })
      try desk.save()
    }
    let before = Kernel.largestSize
    try context.delete(box)
    try context.save()
    printLine("\(try context.count(FetchDescriptor<Thing>()))")
    printLine("\(Kernel.largestSize - before)")
  }
}

struct Box: StoredRecord {
  static let entityName = "box"
  var id: Identifier<Box> = .unassigned
}

struct Thing: StoredRecord {
  static let entityName = "thing"
  static let keys: [RecordKey<Thing>] = [.reference(\.boxID, onDelete: .cascade)]
  var id: Identifier<Thing> = .unassigned
  var boxID: Identifier<Box>
  var text: String
}

struct Entry: StoredRecord {
  static let entityName = "entry"
  var id: Identifier<Entry> = .unassigned
  var text: String
  var at: Date?
}
