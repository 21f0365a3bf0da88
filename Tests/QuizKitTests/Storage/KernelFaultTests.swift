import Foundation
import Testing

@testable import QuizKit

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Faults of the real operating system, with processes that are really killed.
@Suite(.serialized) struct KernelFaultTests {
  struct Entry: StoredRecord {
    static let entityName = "entry"
    var id: Identifier<Entry> = .unassigned
    var text: String
  }

  private let directory = FileManager.default.temporaryDirectory.path + "/qa-\(UUID().uuidString)"

  /// The program beside the tests' own; see Tests/StoreChild.
  private func child(_ arguments: String...) throws -> (Process, Pipe, Pipe) {
    let products = Bundle.main.executableURL?.deletingLastPathComponent()
    let process = Process()
    process.executableURL = products?.appendingPathComponent("store-child")
    process.arguments = arguments
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    return (process, input, output)
  }

  private func open(_ specification: String, isReadOnly: Bool = false) throws -> StoreContext {
    let configuration = try #require(
      StoreConfiguration(specification: specification, isReadOnly: isReadOnly))
    return StoreContext(try configuration.makeStore(schema: Schema(Entry.self)))
  }

  /// How often a process is killed: `QA_REPL_KILL_ROUNDS` times, or a few.
  private static let rounds =
    ProcessInfo.processInfo.environment["QA_REPL_KILL_ROUNDS"].flatMap { Int($0) } ?? 20

  @Test(arguments: ["journal", "json"])
  func `a process that is killed while it saves loses nothing that it acknowledged`(
    _ kind: String
  ) throws {
    let rounds = kind == "journal" ? Self.rounds : Self.rounds / 4
    let specification = "\(kind):\(directory)/\(kind)"
    var acknowledged = 0
    var random = SplitMix64(seed: 1)
    for round in 1...rounds {
      let (process, _, output) = try child(specification, "save")
      let wanted = Int.random(in: 1...12, using: &random)
      var lines: [Substring] = []
      var text = ""
      while lines.count < wanted {
        text += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        // The last piece may be half a line.
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      }
      kill(process.processIdentifier, SIGKILL)
      text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      let last = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().last
      acknowledged = try #require(last.flatMap { Int($0) }, "\(text)")
      if round % 10 == 0 || round == rounds {
        let context = try open(specification)
        let ids = try context.identifiers(FetchDescriptor<Entry>()).map(\.rawValue)
        #expect(ids == Array(1...Int64(ids.count)))
        #expect(ids.count == acknowledged || ids.count == acknowledged + 1)
        try context.store.close()
      }
    }
    try FileManager.default.removeItem(atPath: directory)
  }

  @Test(arguments: ["journal", "json"])
  func `a second process is told that the store is in use, and not after the first is killed`(
    _ kind: String
  ) throws {
    let specification = "\(kind):\(directory)/a store's %40 #1 名前"
    let (process, _, output) = try child(specification, "hold")
    _ = output.fileHandleForReading.availableData
    let error = #expect(throws: StoreError.self) { try open(specification) }
    #expect(error?.code == "store-in-use")
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try open(specification).store.close()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory).allSatisfy {
        !$0.hasSuffix(".lock")
      })
    try FileManager.default.removeItem(atPath: directory)
  }

  @Test(arguments: ["journal", "json"])
  func `a file that may not grow any more keeps what is in it`(_ kind: String) throws {
    let specification = "\(kind):\(directory)/limited"
    let (process, _, output) = try child(specification, "fill", "20000")
    let lines = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self
    ).split(separator: "\n")
    process.waitUntilExit()
    #expect(lines.last == "store-io")
    let context = try open(specification)
    #expect(try context.count(FetchDescriptor<Entry>()) == lines.count - 1)
    context.insert(Entry(text: "more"))
    try context.save()
    try context.store.close()
    try FileManager.default.removeItem(atPath: directory)
  }

  #if canImport(Glibc)
    @Test func `a full device is an error of the write`() throws {
      let file = try PosixFileSystem().open("/dev/full", for: .updating)
      let error = #expect(throws: FileSystemError.self) { try file.write([1, 2, 3], at: 0) }
      #expect(error == FileSystemError(.write, "/dev/full", code: ENOSPC))
    }
  #endif

  @Test(arguments: ["journal", "json"])
  func `a path that cannot be a store is an error that names it`(_ kind: String) throws {
    try FileManager.default.createDirectory(
      atPath: directory + "/folder", withIntermediateDirectories: true)
    let long = String(repeating: "x", count: 300)
    symlink("loop", directory + "/loop")
    for path in ["/folder", "/\(long)", "/loop", "/folder/../loop/x"] {
      let error = #expect(throws: StoreError.self, "\(path)") {
        try open("\(kind):\(directory)\(path)")
      }
      #expect(error?.isDataUnusable == true)
      #expect(error?.file?.hasPrefix(directory) == true)
    }
    try FileManager.default.removeItem(atPath: directory)
  }

  @Test(arguments: ["journal", "json"])
  func `a link stays a link and its target is written`(_ kind: String) throws {
    try FileManager.default.createDirectory(
      atPath: directory + "/real", withIntermediateDirectories: true)
    symlink("real/target", directory + "/link")
    for count in 1...2 {
      let context = try open("\(kind):\(directory)/link")
      context.insert(Entry(text: "through the link"))
      try context.save()
      #expect(try context.count(FetchDescriptor<Entry>()) == count)
      try context.store.close()
    }
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: directory + "/link")
    #expect(link == "real/target")
    #expect(FileManager.default.fileExists(atPath: directory + "/real/target"))
    try FileManager.default.removeItem(atPath: directory)
  }

  @Test(arguments: ["journal", "json"])
  func `a store whose directory is moved away is not written to`(_ kind: String) throws {
    let context = try open("\(kind):\(directory)/here/store")
    context.insert(Entry(text: "first"))
    try context.save()
    try FileManager.default.moveItem(
      atPath: directory + "/here", toPath: directory + "/there")
    context.insert(Entry(text: "second"))
    #expect(throws: StoreError.self) { try context.save() }
    try context.store.close()
    let moved = try open("\(kind):\(directory)/there/store")
    #expect(try moved.count(FetchDescriptor<Entry>()) == 1)
    try moved.store.close()
    try FileManager.default.removeItem(atPath: directory)
  }

  @Test func `files are readable by their owner only`() throws {
    let context = try open("journal:\(directory)/store")
    context.insert(Entry(text: "private"))
    try context.save()
    let attributes = try FileManager.default.attributesOfItem(atPath: directory + "/store")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try context.store.close()
    try FileManager.default.removeItem(atPath: directory)
  }
}
