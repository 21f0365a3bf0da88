import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit

@Suite struct SyncCompactionTests {
  private let laptop: SyncDevice
  private let desktop: SyncDevice

  init() throws {
    (laptop, desktop) = try SyncDevice.pair()
  }

  private func lines(_ device: SyncDevice) -> Int {
    device.file?.count { $0 == UInt8(ascii: "\n") } ?? 0
  }

  private func header(_ device: SyncDevice) -> String {
    String(decoding: device.file?.prefix { $0 != UInt8(ascii: "\n") } ?? [], as: UTF8.self)
  }

  /// Edits one question until the file is rewritten, and returns the file from before that.
  private func compact() throws -> [UInt8] {
    var before: [UInt8] = []
    var number = 0
    while header(laptop).contains("\"generation\":1") {
      number += 1
      try #require(number < 2000)
      before = laptop.file ?? []
      try laptop.edit(#require(try laptop.questions().first)) { $0.commentary = "\(number)" }
      try laptop.synchronize()
    }
    return before
  }

  @Test func `a file of old lines is written anew, and the others notice`() throws {
    for text in ["1", "2"] { try laptop.addQuestion(text) }
    try laptop.synchronize()
    desktop.fetch([laptop])
    try desktop.synchronize()
    _ = try compact()
    #expect(lines(laptop) == 4)
    #expect(header(laptop).contains("\"generation\":2"))
    desktop.fetch([laptop])
    let outcome = try desktop.synchronize()
    #expect(outcome.problems == [])
    #expect(outcome.received == 1)
    #expect(try BankContent(laptop.store) == BankContent(desktop.store))
    let fresh = try SyncDevice(9)
    fresh.fetch([laptop])
    try fresh.synchronize()
    #expect(try BankContent(fresh.store) == BankContent(laptop.store))
  }

  @Test func `the file before it that comes back is known as older, and harms nothing`() throws {
    try laptop.addQuestion("1")
    try laptop.synchronize()
    let before = try compact()
    desktop.fetch([laptop])
    try desktop.synchronize()
    let content = try BankContent(desktop.store)
    desktop.disk[SyncDevice.path(of: laptop.identity)] = before
    #expect(try desktop.synchronize().problems.map(\.code) == ["sync-older"])
    #expect(try BankContent(desktop.store) == content)
    desktop.fetch([laptop])
    #expect(try desktop.synchronize().problems == [])
  }

  @Test func `what a device only took over from others is not in its new file`() throws {
    try desktop.addQuestion("desktop's")
    try desktop.synchronize()
    try laptop.addQuestion("laptop's", deck: "Other")
    laptop.fetch([desktop])
    try laptop.synchronize()
    _ = try compact()
    #expect(!String(decoding: laptop.file ?? [], as: UTF8.self).contains("desktop's"))
  }

  @Test func `a tail that is only partly there waits for the rest`() throws {
    for text in ["1", "2"] { try laptop.addQuestion(text) }
    try laptop.synchronize()
    let whole = try #require(laptop.file)
    for missing in [1, 40, 400] {
      let reader = try SyncDevice(UInt64(100 + missing))
      let path = SyncDevice.path(of: laptop.identity)
      reader.disk[path] = Array(whole.dropLast(missing))
      let first = try reader.synchronize()
      #expect(first.problems.map(\.code) == ["sync-incomplete"])
      reader.disk[path] = whole
      let second = try reader.synchronize()
      #expect(second.problems == [])
      #expect(first.received + second.received == 3)
      #expect(try reader.questions().count == 2)
    }
  }
}
