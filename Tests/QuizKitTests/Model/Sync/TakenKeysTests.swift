import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

/// Tests folders in which an older program gave a new question the place of a deleted one. Nothing
/// tells whose answers those of the two questions are.
@Suite struct TakenKeysTests {
  /// The bytes of all files that a device sees: its bank and the folder.
  private func files(of device: SyncDevice) -> [String: [UInt8]] {
    device.disk.paths.reduce(into: [:]) { $0[$1] = device.disk[$1] }
  }

  private func expectRefusal(
    _ device: SyncDevice, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let (bank, before) = (try BankContent(device.store), files(of: device))
    #expect(throws: SyncRefusal.olderBank(SyncDevice.folder), sourceLocation: location) {
      try device.synchronize()
    }
    #expect(try BankContent(device.store) == bank, sourceLocation: location)
    #expect(files(of: device) == before, sourceLocation: location)
  }

  @Test(arguments: [
    // The device that would publish the new question.
    (TakenGroup.Stage.unpublished, "b"),
    // A device that would receive it.
    (.published, "a"),
    // The device whose bank has two questions at one number.
    (.numbers, "b"),
  ])
  func `a question in the place of another one is refused, and nothing is written`(
    _ stage: TakenGroup.Stage, _ name: String
  ) throws {
    let group = try TakenGroup(stage)
    let device = try group.fetched(name)
    try device.addQuestion("Else?")
    try expectRefusal(device)
  }

  @Test func `a device that comes new into such a folder takes nothing from it`() throws {
    let device = try SyncDevice.onJournal(7)
    try TakenGroup(.published).addFolder(to: device.disk)
    try expectRefusal(device)
    #expect(try device.questions() == [])
  }

  @Test func `a number that an older program has forgotten is refused once it is given again`()
    throws
  {
    let group = try TakenGroup(.joined)
    for name in ["a", "b", "a", "b"] {
      #expect(try group.fetched(name).synchronize().problems == [])
      try group.keepFile(of: name)
    }
    let device = try group.fetched("b")
    try device.addQuestion("New 1?", deck: "Kitchen")
    try expectRefusal(device)
  }

  @Test func `the status says that the folder is refused`() throws {
    let device = try TakenGroup(.unpublished).fetched("b")
    var status: SyncStatus?
    let observation = device.synchronizer.statuses.observe { status = $0 }
    try device.synchronizer.perform(.status)
    observation.dispose()
    let folder = try #require(status?.folders.first)
    #expect(folder.refusal == .olderBank(SyncDevice.folder))
    #expect(folder.publishing == nil)
  }

  @Test func `backups bring everything into a new folder`() throws {
    let group = try TakenGroup(.unpublished)
    let devices = [try SyncDevice(7), try SyncDevice(8)]
    for (name, device) in zip(["a", "b"], devices) {
      try device.restore(group.fetched(name).backup())
    }
    for device in devices + devices {
      device.fetch(devices)
      #expect(try device.synchronize().problems == [])
    }
    for device in devices {
      #expect(
        try device.questions().map(\.content.text).sorted()
          == ["New 1?", "New 2?", "Old 3?", "Old 4?"])
    }
    #expect(try BankContent(devices[0].store) == BankContent(devices[1].store))
  }
}

/// Tests cases that look similar but are correct.
@Suite struct UntakenKeysTests {
  private static let day: TimeInterval = 86_400
  private static let start: TimeInterval = 1_790_000_000

  private final class Clock {
    var time: TimeInterval
    init(_ time: TimeInterval) { self.time = time }
  }

  private let clocks: [Clock]
  private let devices: [SyncDevice]

  init() throws {
    let clocks = [Clock(Self.start), Clock(Self.start)]
    self.clocks = clocks
    devices = try (0...1).map { index in
      try SyncDevice.onJournal(UInt64(index + 1)) {
        Date(timeIntervalSince1970: clocks[index].time)
      }
    }
  }

  /// Synchronizes all devices until each has seen the changes of the others.
  private func exchange(_ location: SourceLocation = #_sourceLocation) throws {
    for device in devices + devices {
      device.fetch(devices)
      #expect(try device.synchronize().problems == [], sourceLocation: location)
    }
    #expect(try BankContent(devices[0].store) == BankContent(devices[1].store))
  }

  private func asked(_ device: SyncDevice) throws -> Set<String> {
    let texts = Dictionary(
      uniqueKeysWithValues: try device.questions().map { ($0.id, $0.content.text) })
    return Set(
      try device.store.fetch(FetchDescriptor<Attempt>()).flatMap(\.items)
        .map { texts[$0.questionID] ?? "-" })
  }

  @Test(arguments: [-30.0, -2, 2, 30, -9_700])
  func `a clock that is wrong by days`(_ skew: Double) throws {
    clocks[1].time += skew * Self.day
    try devices[0].addQuestion("1")
    try exchange()
    try devices[1].play("quiz", answers: 1, of: devices[1].questions())
    try exchange()
    try devices[1].delete(#require(try devices[1].question("1")).id)
    try devices[1].addQuestion("2")
    try exchange()
    try devices[1].restoreFromTrash()
    try devices[1].edit(#require(try devices[1].question("1"))) { $0.text = "edited" }
    try exchange()
    for device in devices { #expect(try asked(device) == ["edited"]) }
  }

  @Test func `a question that is brought back and changed throughout`() throws {
    for (index, text) in ["1", "2"].enumerated() {
      try devices[index].addQuestion(text)
      try exchange()
      try devices[0].play("quiz", answers: 1, of: [#require(try devices[0].question(text))])
      try devices[1].play("quiz", answers: 1, of: [#require(try devices[1].question(text))])
      try exchange()
      clocks.forEach { $0.time += 5 * Self.day }
      try devices[0].delete(#require(try devices[0].question(text)).id)
      if index == 0 { try exchange() }
      clocks.forEach { $0.time += 5 * Self.day }
      try devices[0].restoreFromTrash()
      try devices[0].edit(#require(try devices[0].question(text))) { content in
        content = .sample("all other \(text)")
        content.commentary = "too"
      }
      try exchange()
      try exchange()
    }
    for device in devices { #expect(try asked(device) == ["all other 1", "all other 2"]) }
  }

  @Test func `an import that keeps dates, and a backup read back over a deletion`() throws {
    try devices[0].addQuestion("1")
    try exchange()
    try devices[1].play("quiz", answers: 1, of: devices[1].questions())
    try exchange()
    clocks.forEach { $0.time += 9 * Self.day }
    try devices[0].delete(#require(try devices[0].question("1")).id)
    try exchange()
    let intake = try BankIntake(devices[0].bank, allowDuplicates: true)
    try intake.add(.sample("1"), deck: "Deck")
    try intake.save()
    try exchange()
    for device in devices { #expect(try device.questions().count == 1) }
  }

  private func putRight(_ text: String, on device: SyncDevice) throws {
    var question = try #require(try device.question(text))
    question.createdAt = Date(timeIntervalSince1970: Self.start + 8 * Self.day)
    question.content.text = "right"
    question.changedAt = device.world.now()
    let changed = question
    try device.store.saving(.edit) { try device.store.update(changed) }
  }

  @Test func `a question whose date of creation was put right`() throws {
    clocks[0].time = 946_684_800
    try devices[0].addQuestion("1")
    try exchange()
    try devices[1].play("quiz", answers: 1, of: devices[1].questions())
    clocks.forEach { $0.time = Self.start + 9 * Self.day }
    try putRight("1", on: devices[1])
    try exchange()
    for device in devices { #expect(try asked(device) == ["right"]) }
  }

  @Test func `a question that was brought back, and whose date was put right after that`() throws {
    try devices[0].addQuestion("1")
    try exchange()
    try devices[1].delete(#require(try devices[1].question("1")).id)
    try exchange()
    try devices[1].restoreFromTrash()
    try exchange()
    clocks.forEach { $0.time += 9 * Self.day }
    try putRight("1", on: devices[1])
    try exchange()
  }

  /// Nothing tells this from a new question that has taken the place of the deleted one.
  @Test func `a question that comes back with another date of creation is refused`() throws {
    try devices[0].addQuestion("1")
    try exchange()
    try devices[1].delete(#require(try devices[1].question("1")).id)
    try exchange()
    try devices[1].restoreFromTrash()
    clocks.forEach { $0.time += 9 * Self.day }
    try putRight("1", on: devices[1])
    devices[1].fetch(devices)
    #expect(throws: SyncRefusal.olderBank(SyncDevice.folder)) { try devices[1].synchronize() }
  }

  @Test func `a key with an at sign and a time is a key like any other`() throws {
    try devices[0].addQuestion("1")
    try exchange()
    let run = try SyncRun(
      #require(try devices[0].sync.folders().first), work: devices[0].store,
      now: devices[0].world.now())
    let entry = try #require(run.table.entries(of: .question).first)
    let stranger = DeviceIdentity(9)
    var state = RecordState(
      try #require(try run.table.state(of: entry.key)).values,
      at: HybridClock(1000, device: stranger))
    state.set("content.text", to: "\"2\"", at: HybridClock(2000, device: stranger))
    let header = DeviceHeader(device: stranger, name: "stranger", generation: 1)
    let line = SyncLine(kind: "question", key: "\(entry.key)@1767225600000", state: state)
    for device in devices { device.disk[SyncDevice.path(of: stranger)] = header.bytes + line.bytes }
    try exchange()
    for device in devices {
      #expect(try device.questions().map(\.content.text).sorted() == ["1", "2"])
    }
    try devices[1].delete(#require(try devices[1].question("2")).id)
    try exchange()
    #expect(try devices[0].questions().map(\.content.text) == ["1"])
  }
}
