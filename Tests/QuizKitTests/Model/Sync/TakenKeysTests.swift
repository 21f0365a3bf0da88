import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

@Suite struct TakenKeysTests {
  @Test(arguments: TakenGroup.certain, [false, true])
  func `answers of a deleted question leave the question that took its place, on all devices`(
    _ stage: TakenGroup.Stage, _ isReversed: Bool
  ) throws {
    let group = try TakenGroup(stage)
    let codes = try group.settle(isReversed ? group.names.reversed() : group.names)
    #expect(Set(codes.values.joined()) == ["sync-separated"])
    #expect(codes.values.allSatisfy { $0.count == 1 })
    try group.expectAgreement()
    for name in ["a", "b"] {
      #expect(try group.asked(name).first == ["-", "-", "Old 3?", "Old 4?"])
      // Questions that were asked later keep their answers.
      for quiz in try group.asked(name).dropFirst() {
        #expect(quiz.suffix(2) == stage.new)
      }
      // A question that only got another number is not in the trash.
      #expect(
        try group[name].store.fetch(FetchDescriptor<TrashEntry>()).filter {
          $0.text.contains("New")
        }
          == [])
    }
  }

  @Test(arguments: TakenGroup.certain)
  func `nothing is taken twice, and nothing is written when nothing is new`(
    _ stage: TakenGroup.Stage
  ) throws {
    let group = try TakenGroup(stage)
    try group.settle()
    for name in group.names + group.names {
      let outcome = try group.synchronize(name)
      #expect(outcome.published + outcome.received + outcome.replaced == 0)
      #expect(outcome.problems == [])
    }
  }

  @Test(arguments: [TakenGroup.Stage.published, .spread])
  func `the deleted question can be brought back with its answers`(
    _ stage: TakenGroup.Stage
  ) throws {
    let group = try TakenGroup(stage)
    try group.settle()
    let entries = try group["a"].store.fetch(FetchDescriptor<TrashEntry>())
    try group["a"].trash.restore(entries.map(\.id))
    try group["a"].forgetRules()
    #expect(try group.settle() == [:])
    for name in group.names {
      #expect(
        try group.questions(name)
          == ["New 1?", "New 2?", "Old 1?", "Old 2?", "Old 3?", "Old 4?"])
      #expect(try group.asked(name).first == ["Old 1?", "Old 2?", "Old 3?", "Old 4?"])
    }
    try group["b"].play("again", answers: 6, of: group["b"].questions())
    #expect(try group.settle() == [:])
    #expect(try group.asked("a").last?.contains("-") == false)
    #expect(try BankContent(group["a"].store) == BankContent(group["b"].store))
  }

  @Test(arguments: TakenGroup.certain)
  func `what was taken is listed, and can be given back`(_ stage: TakenGroup.Stage) throws {
    let group = try TakenGroup(stage)
    try group.settle(["b", "a"] + (group.names.contains("c") ? ["c"] : []))
    let device = try group["b"]
    var log: SyncLog?
    let observation = device.synchronizer.logs.observe { log = $0 }
    try device.synchronizer.perform(.log(limit: 100))
    let items = try #require(log).items.filter(\.isOfAnswers)
    #expect(Set(items.compactMap(\.record)) == Set(stage.new))
    #expect(items.count == stage.new.count)
    for _ in items { try device.synchronizer.perform(.restore(items[0].number)) }
    #expect(try group.settle() == [:])
    for name in ["a", "b"] {
      #expect(try group.asked(name).first == stage.new + ["Old 3?", "Old 4?"])
    }
    observation.dispose()
  }

  @Test func `undo takes it back, and it stays so`() throws {
    let group = try TakenGroup(.spread)
    try group.synchronize("a")
    try group["a"].bank.undoHistory.undo()
    #expect(try group.asked("a").first == ["New 1?", "New 2?", "Old 3?", "Old 4?"])
    #expect(try group.settle(["a", "b"])["a"] == nil)
    #expect(try group.asked("a").first == ["New 1?", "New 2?", "Old 3?", "Old 4?"])
    try group.expectAgreement()
  }

  @Test func `where the dates do not tell, it is only said`() throws {
    let group = try TakenGroup(.undated)
    let before = try group.names.map { try group.asked($0).first }
    let codes = try group.settle()
    #expect(
      codes == ["a": ["sync-unclear", "sync-unclear"], "b": ["sync-unclear", "sync-unclear"]])
    #expect(try group.names.map { try group.asked($0).first } == before)
    try group.expectAgreement()
  }

  @Test func `a number that an older program has forgotten is not given again`() throws {
    let group = try TakenGroup(.joined)
    #expect(try group.settle() == [:])
    try group["b"].addQuestion("New 1?", deck: "Kitchen")
    #expect(try group.settle() == [:])
    #expect(try group.asked("b") == [["-", "-", "Old 3?", "Old 4?"]])
    #expect(try BankContent(group["a"].store) == BankContent(group["b"].store))
  }

  @Test func `the status says what would be published, and changes nothing`() throws {
    let group = try TakenGroup(.unpublished)
    let device = try group["b"]
    let before = try BankContent(device.store)
    for (_, device) in group.devices { try device.synchronizer.perform(.status) }
    #expect(try BankContent(device.store) == before)
    #expect(try group.settle()["b"] == ["sync-separated"])
  }

  /// A device with the old program continues to use the key that was taken.
  @Test func `what comes later under the key that was taken goes to the question that was meant`()
    throws
  {
    let group = try TakenGroup(.spread)
    try group.settle()
    let run = try SyncRun(
      #require(try group["a"].sync.folders().first), work: group["a"].store, now: group.now)
    let keys = run.table.entries(of: .question).map(\.key)
    let taken = try #require(keys.first { key in keys.contains { $0.hasPrefix(key + "@") } })
    let quiz = try #require(run.table.entries(of: .attempt).first)
    var state = try #require(try run.table.state(of: quiz.key))
    let stranger = HybridClock(
      Int64(group.now.timeIntervalSince1970 * 1000), device: DeviceIdentity(9))
    state = RecordState(base: stranger, clocks: [:], back: nil, gone: nil, values: state.values)
    state.set("startedAt", to: "\"2026-10-23T09:00:00Z\"", at: stranger)
    state.set("title", to: "\"stranger's\"", at: stranger)
    let all = try #require(state.values["items"])
    let old = all.replacing(/"questions":\[[^\]]*\]/) { _ in
      "\"questions\":[\"\(taken)\",null,null,null]"
    }
    state.set("items", to: old, at: stranger)
    var question = try #require(try run.table.state(of: taken))
    question.set(
      "content.commentary", to: "\"edited\"",
      at: HybridClock(stranger.milliseconds + 1, device: DeviceIdentity(9)))
    let header = DeviceHeader(device: DeviceIdentity(9), name: "stranger", generation: 1)
    group.setFile(
      of: DeviceIdentity(9),
      to: header.bytes + SyncLine(kind: "attempt", key: "ff", state: state).bytes
        + SyncLine(kind: "question", key: taken, state: question).bytes)
    #expect(try group.settle() == [:])
    for name in group.names {
      #expect(try group.asked(name).last?.first?.hasPrefix("New") == true)
      #expect(try group[name].questions().contains { $0.content.commentary == "edited" })
    }
    try group.expectAgreement()
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

  /// Synchronizes all devices until each has seen the changes of the others, treating the banks as
  /// if older programs had written them.
  private func exchange(_ location: SourceLocation = #_sourceLocation) throws {
    for device in devices + devices {
      try device.forgetRules()
      device.fetch(devices)
      #expect(try device.synchronize().problems == [], sourceLocation: location)
    }
    #expect(try BankContent(devices[0].store) == BankContent(devices[1].store))
    for device in devices {
      #expect(try device.sync.lostTexts().filter { $0.field == OverwrittenText.answers } == [])
    }
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

  @Test func `a question of the year 2000 whose date was put right`() throws {
    clocks[0].time = 946_684_800
    try devices[0].addQuestion("1")
    try exchange()
    clocks[1].time += Self.day
    try devices[1].play("quiz", answers: 1, of: devices[1].questions())
    try devices[1].delete(#require(try devices[1].question("1")).id)
    try exchange()
    try devices[1].restoreFromTrash()
    clocks.forEach { $0.time = Self.start + 9 * Self.day }
    var question = try #require(try devices[1].question("1"))
    question.createdAt = Date(timeIntervalSince1970: Self.start + 8 * Self.day)
    question.content.text = "right"
    question.changedAt = Date(timeIntervalSince1970: clocks[1].time)
    let changed = question
    try devices[1].store.saving(.edit) { try devices[1].store.update(changed) }
    try devices[0].play("more", answers: 0, of: devices[0].questions())
    for device in devices + devices {
      device.fetch(devices)
      // A problem may be reported, but nothing may be moved.
      let codes = Set(try device.synchronize().problems.map(\.code))
      #expect(codes.isSubset(of: ["sync-unclear"]))
    }
    for device in devices { #expect(try asked(device) == ["right"]) }
  }
}
