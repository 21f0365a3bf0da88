import Foundation
import TestKit
import Testing

@testable import QuizStore

/// The stores with which a suite of tests runs.
enum StoreKind: CaseIterable, CustomTestStringConvertible {
  case memory
  case json
  case journal

  /// The stores that keep records in a file.
  static let inFiles: [StoreKind] = [.json, .journal]

  var testDescription: String { "\(self)" }

  var path: String { self == .json ? "/bank/library.json" : "/bank/library.journal" }

  func open(
    on disk: SimulatedDisk, schema: Schema = librarySchema, access: StoreAccess = .writing
  ) throws(StoreError) -> any DataStore {
    // Each journal gets a different number, as in reality.
    var salt = UInt64(disk.calls)
    var environment = StoreEnvironment(
      fileSystem: disk, now: { Date(timeIntervalSinceReferenceDate: 0) },
      randomNumber: {
        salt += 1
        return salt
      })
    // A small reserve, so that saves occur both within and beyond it.
    environment.roomAhead = 700
    // The simulated disk counts its calls and must not be called from several threads.
    environment.processors = 1
    switch self {
    case .memory:
      return MemoryStore(schema: schema)
    case .json:
      return try JSONStore(
        path: path, schema: schema, access: access, environment: environment)
    case .journal:
      return try JournalStore(
        path: path, schema: schema, access: access, environment: environment)
    }
  }

  func context(on disk: SimulatedDisk = SimulatedDisk()) throws(StoreError) -> StoreContext {
    StoreContext(try open(on: disk))
  }
}

extension StoreContext {
  /// Saves a shelf with books that have these titles.
  @discardableResult
  func saveShelf(_ name: String, _ titles: [String] = []) throws -> Identifier<Shelf> {
    let shelf = insert(Shelf(name: name))
    for (index, title) in titles.enumerated() {
      insert(
        Book(
          shelfID: shelf, title: title, pages: title.count,
          addedAt: Date(timeIntervalSinceReferenceDate: Double(100 - index)), code: title))
    }
    try save()
    return resolve(shelf)
  }

  var titles: [String] { get throws { try fetch(FetchDescriptor<Book>()).map(\.title) } }
}
