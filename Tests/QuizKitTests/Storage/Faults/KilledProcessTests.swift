import Foundation
import Testing

@testable import QuizStore
@testable import QuizSupport

/// Tests processes that really end, and what other processes find afterwards.
@Suite(.serialized) struct KilledProcessTests {
  private let disk: RealDisk
  private static let kinds = ["journal", "json"]

  init() throws {
    disk = try RealDisk()
  }

  /// The number of times that a process is killed: `QA_REPL_KILL_ROUNDS`, or a small number.
  private static let rounds =
    ProcessInfo.processInfo.environment["QA_REPL_KILL_ROUNDS"].flatMap { Int($0) } ?? 20

  @Test(arguments: kinds)
  func `a process that is killed while it saves loses nothing that it acknowledged`(
    _ kind: String
  ) throws {
    let rounds = kind == "journal" ? Self.rounds : Self.rounds / 4
    let specification = "\(kind):\(disk.directory)/\(kind)"
    var acknowledged = 0
    var random = SplitMix64(seed: 1)
    for round in 1...rounds {
      let (process, _, output) = try disk.start([specification, "save"])
      let wanted = Int.random(in: 1...12, using: &random)
      var lines: [Substring] = []
      var text = ""
      while lines.count < wanted {
        text += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        // The last piece may be an incomplete line.
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      }
      kill(process.processIdentifier, SIGKILL)
      text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      let last = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().last
      acknowledged = try #require(last.flatMap { Int($0) }, "\(text)")
      if round % 10 == 0 || round == rounds {
        let context = try disk.open(specification)
        let ids = try context.identifiers(FetchDescriptor<RealDisk.Entry>()).map(\.rawValue)
        #expect(ids == Array(1...Int64(ids.count)))
        #expect(ids.count == acknowledged || ids.count == acknowledged + 1)
        try context.store.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: disk.directory)
        #expect(Set(names).isSubset(of: [kind, kind + ".index"]))
      }
    }
  }

  @Test(arguments: kinds)
  func `a second process is told that the store is in use, and not after the first is killed`(
    _ kind: String
  ) throws {
    let specification = "\(kind):\(disk.directory)/store"
    let (process, _, output) = try disk.start([specification, "hold"])
    _ = output.fileHandleForReading.availableData
    let error = #expect(throws: StoreError.self) { try disk.open(specification) }
    #expect(error?.code == "store-in-use")
    #expect(error?.file == disk.directory + "/store")
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try disk.open(specification).store.close()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: disk.directory).allSatisfy {
        !$0.hasSuffix(".lock")
      })
  }

  @Test(arguments: kinds)
  func `a second store of the same process is told that the store is in use`(
    _ kind: String
  ) throws {
    let specification = "\(kind):\(disk.directory)/store"
    let first = try disk.open(specification)
    symlink("store", disk.directory + "/other name")
    for other in [specification, "\(kind):\(disk.directory)/other name"] {
      let error = #expect(throws: StoreError.self) { try disk.open(other) }
      #expect(error?.code == "store-in-use")
    }
    // The refused attempts did not remove the lock.
    #expect(throws: StoreError.self) { try disk.open(specification) }
    #expect(try disk.run(specification, "once", "text") == ["store-in-use \(disk.directory)/store"])
    try first.store.close()
    #expect(try disk.run(specification, "once", "text") == ["1"])
  }

  #if canImport(Glibc)
    @Test(arguments: kinds)
    func `a program that the process becomes has none of the store's descriptors`(
      _ kind: String
    ) throws {
      let lines = try disk.run("\(kind):\(disk.directory)/store", "become")
      #expect(lines.contains { $0.contains("/proc/") })
      #expect(!lines.contains { $0.contains(disk.directory) })
    }
  #endif
}
