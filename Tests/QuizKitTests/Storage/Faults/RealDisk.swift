import Foundation
import Testing

@testable import QuizStore

/// A directory on the real disk, and the program of Tests/StoreChild that works there.
final class RealDisk {
  struct Entry: StoredRecord {
    static let entityName = "entry"
    var id: Identifier<Entry> = .unassigned
    var text: String
    var at: Date?
  }

  let directory = FileManager.default.temporaryDirectory.path + "/qa-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
  }

  deinit {
    for folder in folders(in: directory) { chmod(folder, 0o700) }
    do {
      try FileManager.default.removeItem(atPath: directory)
    } catch {
      print("left behind: \(directory)")
    }
  }

  private func folders(in path: String) -> [String] {
    let inside = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return [path] + inside.map { path + "/" + $0 }
  }

  /// Starts the program. To end it, kill it or close its input.
  func start(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (process: Process, input: Pipe, output: Pipe) {
    let products = Bundle.main.executableURL?.deletingLastPathComponent()
    let process = Process()
    process.executableURL = products?.appendingPathComponent("store-child")
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    process.environment = ProcessInfo.processInfo.environment
      .merging(environment) { _, new in new }
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    return (process, input, output)
  }

  /// Runs the program and returns the lines that it printed.
  func run(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> [String] {
    let (process, _, output) = try start(arguments, environment: environment)
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").map(String.init)
  }

  func open(_ specification: String, access: StoreAccess = .writing) throws -> StoreContext {
    let configuration = try #require(
      StoreConfiguration(specification: specification, access: access))
    return StoreContext(try configuration.makeStore(schema: Schema(Entry.self)))
  }

  /// Saves a record and closes the store.
  func save(_ text: String, in specification: String) throws {
    let context = try open(specification)
    context.insert(Entry(text: text))
    try context.save()
    try context.store.close()
  }

  /// The texts of all records.
  func texts(_ specification: String) throws -> [String] {
    let context = try open(specification, access: .reading)
    defer { _ = try? context.store.close() }
    return try context.fetch(FetchDescriptor<Entry>()).map(\.text)
  }

  /// The dates of the records that have one.
  func dates(_ specification: String) throws -> [Date] {
    let context = try open(specification, access: .reading)
    defer { _ = try? context.store.close() }
    return try context.fetch(FetchDescriptor<Entry>()).compactMap(\.at)
  }
}
