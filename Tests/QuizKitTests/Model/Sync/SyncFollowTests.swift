import Foundation
import Testing

@testable import QuizKit
@testable import QuizStore

/// Devices whose decks follow files: what a file says is never settled by synchronization.
@Suite final class SyncFollowTests {
  private var time: TimeInterval = 1_800_000_000
  private var devices: [SyncDevice] = []

  private static let first = ["Which is tall?", "Which is old?", "Which is rare?"].map { row($0) }
  /// The same file after its author has reworded a question and corrected the key of another.
  private static let second = [
    row("Which is tall?", "B"), row("Which one is old?"), row("Which is rare?"),
  ]

  private static func row(_ text: String, _ key: String = "A") -> String {
    "\(text),oak,elm,ash,\(key)\n"
  }

  private func device() throws -> SyncDevice {
    let device = try SyncDevice(UInt64(devices.count + 1)) { [unowned self] in
      time += 1
      return Date(timeIntervalSince1970: time)
    }
    devices.append(device)
    return device
  }

  /// Lets each device synchronize twice with the files of all others.
  ///
  /// - Returns: How many lines were written.
  @discardableResult
  private func exchange() throws -> Int {
    var lines = 0
    for device in devices + devices {
      device.fetch(devices)
      lines += try device.synchronize().published
    }
    return lines
  }

  private func keys(_ device: SyncDevice) throws -> [String: [Int]] {
    Dictionary(
      uniqueKeysWithValues: try device.questions().map {
        ($0.content.text, $0.content.solution.rightChoices)
      })
  }

  @Test func `equal files are equal banks, whoever reads and sends first`() throws {
    let (mine, yours) = (try device(), try device())
    try mine.follow(Self.first)
    try yours.follow(Self.first)
    try exchange()
    try mine.follow(Self.second)
    try exchange()
    try yours.follow(Self.second)
    try exchange()
    #expect(try BankContent(mine.store) == BankContent(yours.store))
    #expect(try yours.questions().count == 3)
  }

  @Test func `a device that joins with the corrected file has each question once`() throws {
    let mine = try device()
    try mine.follow(Self.first)
    try mine.synchronize()
    try mine.follow(Self.second)
    try mine.synchronize()
    let yours = try device()
    try yours.follow(Self.second)
    try exchange()
    for device in devices { #expect(try device.questions().count == 3) }
    #expect(try BankContent(mine.store) == BankContent(yours.store))
  }

  @Test func `where files differ each device has what its own says, and nothing goes to and fro`()
    throws
  {
    let (mine, yours) = (try device(), try device())
    try mine.follow(Self.first)
    try yours.follow(Self.first)
    try exchange()
    try mine.follow(Self.second)
    try exchange()
    #expect(
      try keys(yours) == ["Which is tall?": [0], "Which is old?": [0], "Which is rare?": [0]])
    #expect(
      try keys(mine) == ["Which is tall?": [1], "Which one is old?": [0], "Which is rare?": [0]])
    for _ in 0..<50 { #expect(try exchange() == 0) }
  }

  @Test func `a device without the file gets what another one's file says`() throws {
    let (mine, other) = (try device(), try device())
    try mine.follow(Self.first)
    try exchange()
    try mine.follow(Self.second)
    try exchange()
    #expect(try keys(other) == keys(mine))
  }

  @Test func `what its file has is not deleted by another device, which gets it back`() throws {
    let (mine, other) = (try device(), try device())
    try mine.follow(Self.first)
    try exchange()
    try other.delete(try #require(try other.question("Which is old?")).id)
    try exchange()
    for device in devices { #expect(try device.questions().count == 3) }
    #expect(try exchange() == 0)
  }

  @Test func `a deleted deck comes back where a file has its questions`() throws {
    let (mine, other) = (try device(), try device())
    try mine.follow(Self.first)
    try exchange()
    try other.delete(try #require(try other.store.fetch(FetchDescriptor<Deck>()).first).id)
    try exchange()
    for device in devices { #expect(try device.questions().count == 3) }
  }

  @Test func `what is gone from one file stays where another has it`() throws {
    let (mine, yours) = (try device(), try device())
    try mine.follow(Self.first)
    try yours.follow(Self.first)
    try exchange()
    try mine.follow(Array(Self.first.dropLast()))
    try exchange()
    #expect(try mine.questions().count == 2)
    #expect(try yours.questions().count == 3)
    #expect(try exchange() == 0)
    try mine.follow(Self.first)
    try exchange()
    #expect(try BankContent(mine.store) == BankContent(yours.store))
  }

  @Test func `what a person deletes stays deleted, though another device's file has it`() throws {
    let (mine, yours) = (try device(), try device())
    try mine.follow(Self.first)
    try yours.follow(Self.first)
    try exchange()
    try mine.delete(try #require(try mine.question("Which is old?")).id)
    try exchange()
    #expect(try mine.questions().count == 2)
    #expect(try yours.questions().count == 3)
    #expect(try exchange() == 0)
  }

  @Test func `a question that was deleted before a device joined is the same one when it is back`()
    throws
  {
    let mine = try device()
    try mine.follow(Self.first)
    try mine.synchronize()
    try mine.follow(Array(Self.first.dropLast()))
    try mine.synchronize()
    let yours = try device()
    try yours.follow(Self.first)
    try exchange()
    try mine.follow(Self.first)
    try exchange()
    for device in devices { #expect(try device.questions().count == 3) }
    #expect(try BankContent(mine.store) == BankContent(yours.store))
  }

  @Test func `a question comes back from the trash whose age the devices agreed on meanwhile`()
    throws
  {
    let (mine, yours) = (try device(), try device())
    try mine.follow(Self.first)
    try mine.synchronize()
    try yours.follow(Self.first)
    try yours.synchronize()
    try mine.follow(Array(Self.first.dropLast()))
    try exchange()
    try mine.follow(Self.first)
    try exchange()
    for device in devices { #expect(try device.questions().count == 3) }
    #expect(try BankContent(mine.store) == BankContent(yours.store))
    #expect(try exchange() == 0)
  }

  @Test func `a text that a file replaces is no lost text`() throws {
    let (mine, yours) = (try device(), try device())
    try mine.follow(Self.first)
    try yours.follow(Self.first)
    try exchange()
    let old = try #require(try yours.question("Which is old?"))
    try yours.edit(old) { $0.commentary = "Mine" }
    try exchange()
    try mine.follow(Self.second)
    try exchange()
    #expect(try yours.question("Which is old?")?.content.commentary == "Mine")
    #expect(try yours.sync.lostTexts().isEmpty)
  }
}
