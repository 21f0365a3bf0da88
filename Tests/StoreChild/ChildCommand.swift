import Foundation
import QuizStore

/// What a test can tell the program to do with the store.
enum ChildCommand: String {
  /// Saves one record after the other until it is killed, and prints the identifier of each as soon
  /// as the save has returned.
  case save
  /// Opens the store, prints "open" and waits for the end of its input.
  case hold
  /// Saves until the file may not grow beyond ARGUMENT bytes.
  case fill
  /// Saves one record with the text ARGUMENT and prints how many there are.
  case once
  /// Saves one record with the date ARGUMENT, in seconds since 1970, and prints how many there are.
  case dated
  /// Opens the store for reading and prints how many records there are.
  case count
  /// Opens the store, goes to the directory ARGUMENT, saves a record, and prints how many there are.
  case move
  /// Goes to the directory ARGUMENT, removes it, and does what `once` does.
  case vanish
  /// Opens the store and becomes `ls -l /proc/self/fd`.
  case become
  /// Has no descriptor left when it opens, then when it saves and compacts, and prints how that
  /// went.
  case starve
  /// Imports ARGUMENT records in batches, and prints how many there are and by how many bytes its
  /// largest size in memory grew.
  case batches
  /// Saves a box with ARGUMENT things, deletes it, and prints how many are left and by how many bytes
  /// the largest size in memory grew by the deletion.
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
      // A desk keeps what takes its saves back, and each batch is one that nobody takes back.
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
