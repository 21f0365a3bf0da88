import Foundation
import TestKit
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

/// Tests files that a newer version of the program has written. They are reported as newer, and
/// left unchanged.
@Suite struct NewerFileTests {
  /// The beginnings of files, and the bank with a version number that is higher by one.
  private static func newer(_ kind: StoreKind) throws -> [String] {
    let text = String(decoding: try Release.schema2.disk(kind)[kind.path] ?? [], as: UTF8.self)
    let (name, colon, layout) =
      kind == .json
      ? (ArchiveFormat.name, " : ", ArchiveFormat.version + 1)
      : (JournalFormat.name, ":", JournalFormat.version + 1)
    let later = text.replacing(
      "\"schema\"\(colon)2", with: "\"schema\"\(colon)\(QuestionBank.schema.version + 1)",
      maxReplacements: 1)
    #expect(later != text)
    return [
      later, later.replacing("\"single\"", with: "\"hologram\""),
      text.replacing(
        "\"version\"\(colon)1", with: "\"version\"\(colon)\(layout)", maxReplacements: 1),
      "{\"format\":\"\(name)\",\"version\":\(layout)}\n",
      "{\"format\":\"\(name)\",\"version\":\(layout),\"last\":[],\"records\":7,\"salt\":\"x\"}\n",
    ]
  }

  @Test(arguments: StoreKind.inFiles, [StoreAccess.writing, .reading, .salvaging])
  func `a bank of a newer version is named so, and stays as it is`(
    _ kind: StoreKind, _ access: StoreAccess
  ) throws {
    for text in try Self.newer(kind) {
      let disk = SimulatedDisk()
      disk[kind.path] = Array(text.utf8)
      let error = try #require(throws: StoreError.self) {
        try kind.open(on: disk, schema: QuestionBank.schema, access: access)
      }
      #expect(error.code == "store-newer", "\(error) of \(text.prefix(90))")
      #expect(disk.paths.sorted() == [kind.path])
      #expect(disk[kind.path] == Array(text.utf8))
    }
  }

  @Test func `a bank without a name of a format is none, whatever its version`() throws {
    for kind in StoreKind.inFiles {
      let disk = SimulatedDisk()
      disk[kind.path] = Array("{\"format\":\"else\",\"version\":9,\"schema\":9}\n".utf8)
      let error = try #require(throws: StoreError.self) {
        try kind.open(on: disk, schema: QuestionBank.schema)
      }
      #expect(error.code == "not-a-store")
    }
  }

  /// The first lines of a device's file of a newer version, in which devices do not have names.
  private static func header(_ device: DeviceIdentity) -> [UInt8] {
    let version = DeviceHeader.currentVersion + 1
    return Array(
      """
      {"format":"qa-repl-sync","version":\(version),"device":"\(device.text)"}
      {"hologram":"x"}

      """.utf8)
  }

  @Test func `another device's file of a newer version waits for the update`() throws {
    let device = try SyncDevice(1)
    try device.addQuestion("Here?")
    let path = SyncDevice.path(of: DeviceIdentity(2))
    device.disk[path] = Self.header(DeviceIdentity(2))
    for _ in 0..<2 {
      #expect(try device.synchronize().problems.map(\.code) == ["sync-newer"])
      #expect(device.disk[path] == Self.header(DeviceIdentity(2)))
    }
    let other = try SyncDevice(2)
    try other.addQuestion("There?")
    try other.synchronize()
    device.fetch([other])
    #expect(try device.synchronize().problems.isEmpty)
    #expect(try device.questions().map(\.content.text) == ["Here?", "There?"])
  }

  @Test func `the device's own file of a newer version stays, and the device writes another one`()
    throws
  {
    let device = try SyncDevice.onJournal(1)
    try device.addQuestion("Here?")
    try device.synchronize()
    let path = SyncDevice.path(of: device.identity)
    device.disk[path] = Self.header(device.identity)
    #expect(try device.synchronize().problems.map(\.code).contains("sync-newer"))
    #expect(device.disk[path] == Self.header(device.identity))
    let renewed = try device.restarted()
    #expect(renewed.identity != device.identity)
    let other = try SyncDevice(2)
    other.fetch([renewed])
    try other.synchronize()
    #expect(try other.questions().map(\.content.text) == ["Here?"])
  }
}
