import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

/// Tests lines with clocks that no later change could follow.
@Suite struct SyncClockTests {
  private let laptop: SyncDevice
  private let desktop: SyncDevice

  init() throws {
    (laptop, desktop) = (try SyncDevice.onJournal(1), try SyncDevice.onJournal(2))
  }

  /// A file of a third device, which deletes the first question of the laptop at `clock`.
  private func stranger(deletingAt clock: String) throws -> [UInt8] {
    let run = try SyncRun(
      #require(try laptop.sync.folders().first), work: laptop.store, now: laptop.world.now())
    let entry = try #require(run.table.entries(of: .question).first)
    let known = try #require(try run.table.state(of: entry.key))
    let gone = try #require(HybridClock(clock))
    let state = RecordState(
      base: known.base, clocks: [:], back: nil, gone: gone, values: known.values)
    let header = DeviceHeader(device: DeviceIdentity(9), name: "stranger", generation: 1)
    return header.bytes + SyncLine(kind: "question", key: entry.key, state: state).bytes
  }

  @Test(arguments: [
    "253402300799999.999999999.0000000000000009", "221845392000000.0.0000000000000009",
    "221845391999999.999999999.0000000000000009", "221845391999999.999999998.0000000000000009",
  ])
  func `a line that nothing can follow is passed over`(_ clock: String) throws {
    try laptop.addQuestion("Which?")
    try laptop.synchronize()
    laptop.disk[SyncDevice.path(of: DeviceIdentity(9))] = try stranger(deletingAt: clock)
    let outcome = try laptop.synchronize()
    #expect(outcome.problems.map(\.code) == ["sync-damaged"])
    #expect(try laptop.questions().count == 1)
  }

  /// Two decks with the same name are one deck in the bank, and one of them is deleted with the
  /// last possible clock.
  @Test func `a question stays in the deck whose other half no clock can bring back`() throws {
    try laptop.addQuestion("first", deck: "D")
    try laptop.synchronize()
    let run = try SyncRun(
      #require(try laptop.sync.folders().first), work: laptop.store, now: laptop.world.now())
    let entry = try #require(run.table.entries(of: .deck).first)
    let values = try #require(try run.table.state(of: entry.key)).values
    try laptop.delete(#require(try laptop.bank.decks().first).id)
    try laptop.synchronize()
    desktop.fetch([laptop])
    try desktop.synchronize()
    try desktop.addQuestion("second", deck: "D")
    try desktop.synchronize()

    // A third device creates the first deck again with the last clock, and deletes it with the same
    // clock.
    let last = try #require(HybridClock("221845391999999.999999998.0000000000000009"))
    let made = RecordState(values, at: last)
    var deleted = made
    deleted.delete(at: last)
    var file = DeviceHeader(device: DeviceIdentity(9), name: "stranger", generation: 1).bytes
    for state in [made, deleted] {
      file += SyncLine(kind: "deck", key: entry.key, state: state).bytes
      desktop.disk[SyncDevice.path(of: DeviceIdentity(9))] = file
      try desktop.synchronize()
      if state == made { try desktop.addQuestion("third", deck: "D") }
      try desktop.synchronize()
    }
    for device in [laptop, desktop, laptop] {
      device.disk[SyncDevice.path(of: DeviceIdentity(9))] = file
      device.fetch([laptop, desktop])
      try device.synchronize()
    }
    #expect(try desktop.questions().map(\.content.text) == ["second", "third"])
    #expect(try BankContent(laptop.store) == BankContent(desktop.store))
  }

  @Test func `an edit that no clock can follow is kept for the person and undone`() throws {
    try laptop.addQuestion("Which?")
    try laptop.synchronize()
    laptop.disk[SyncDevice.path(of: DeviceIdentity(9))] = try stranger(
      deletingAt: "221845391999999.999999997.0000000000000009")
    try laptop.synchronize()
    // This is the last clock.
    try laptop.restoreFromTrash()
    try laptop.synchronize()
    let before = try #require(try laptop.question("Which?"))
    try laptop.edit(before) { $0.commentary = "changed" }
    try laptop.synchronize()
    #expect(try laptop.question("Which?")?.content == before.content)
    #expect(try laptop.sync.lostTexts().map(\.value) == ["\"changed\""])
    try laptop.delete(#require(try laptop.question("Which?")).id)
    try laptop.synchronize()
    #expect(try laptop.question("Which?") != nil)
  }

  /// Older programs accepted such lines, and made later clocks to follow them that no program could
  /// read.
  @Test func `a group that an older program has harmed comes back by itself`() throws {
    try laptop.addQuestion("Which?")
    try laptop.addQuestion("What?")
    try laptop.synchronize()
    try harm(laptop)
    let restarted = try laptop.restarted()
    let devices = [restarted, desktop]
    for device in devices + devices {
      device.fetch(devices)
      #expect(try device.synchronize().problems == [])
    }
    try restarted.edit(#require(try restarted.question("Which?"))) { $0.commentary = "because" }
    for device in devices + devices {
      device.fetch(devices)
      #expect(try device.synchronize().problems == [])
    }
    #expect(try desktop.question("Which?")?.content.commentary == "because")
    #expect(try BankContent(restarted.store) == BankContent(desktop.store))
  }

  /// Writes the lines that an older program has written: a deletion at the end of time, and the
  /// changes after it.
  private func harm(_ device: SyncDevice) throws {
    let work = StoreContext(device.store.store)
    for record in try work.fetch(FetchDescriptor<SyncedRecord>()) where record.kind == .question {
      var (record, state) = (record, try #require(record.state).state())
      state.delete(
        at: HybridClock(253_402_300_799_999, counter: 999_999_999, device: DeviceIdentity(9)))
      state.revive(at: HybridClock(253_402_300_800_000, device: device.identity))
      record.state = .fields(state)
      try work.update(record)
    }
    try work.save()
  }
}
