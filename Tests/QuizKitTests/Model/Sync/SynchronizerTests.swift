import Foundation
import Signals
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct SynchronizerTests {
  private let laptop: SyncDevice
  private let desktop: SyncDevice

  init() throws {
    (laptop, desktop) = try SyncDevice.pair()
  }

  /// The outcomes that a command of a device emits.
  private func outcomes(_ device: SyncDevice, _ options: SyncOptions = SyncOptions()) throws
    -> [SyncOutcome]
  {
    device.fetch([laptop, desktop])
    return try emitted(by: device.synchronizer.outcomes) {
      try device.synchronizer.perform(.run(options))
    }
  }

  private func emitted<Value>(
    by signal: Signal<Value>, _ work: () throws -> Void
  ) rethrows -> [Value] {
    var values: [Value] = []
    let handle = signal.observe { values.append($0) }
    defer { handle.dispose() }
    try work()
    return values
  }

  private func status(_ device: SyncDevice) throws -> SyncStatus {
    try #require(
      emitted(by: device.synchronizer.statuses) { try device.synchronizer.perform(.status) }.first)
  }

  private func log(_ device: SyncDevice) throws -> SyncLog {
    let logs = try emitted(by: device.synchronizer.logs) {
      try device.synchronizer.perform(.log(limit: 20))
    }
    return try #require(logs.first)
  }

  /// Creates a device that has replaced the laptop's commentary.
  private func replaceCommentary() throws {
    try laptop.addQuestion("Which?")
    _ = try outcomes(laptop)
    _ = try outcomes(desktop)
    try laptop.edit(#require(try laptop.question("Which?"))) { $0.commentary = "laptop's" }
    try desktop.edit(#require(try desktop.question("Which?"))) { $0.commentary = "desktop's" }
    _ = try outcomes(desktop)
    #expect(try outcomes(laptop).map(\.replaced) == [1])
  }

  @Test func `a bank that knows no folder asks for one`() throws {
    let store = MemoryStore(schema: QuestionBank.schema)
    let test = TestWorld(store: store)
    #expect(throws: SyncRefusal.nowhere) { try test.synchronizer.perform(.run(SyncOptions())) }
    #expect(throws: SyncRefusal.unknownFolder("/elsewhere")) {
      try laptop.synchronizer.perform(.run(SyncOptions(folder: "/elsewhere", forgets: true)))
    }
  }

  @Test(arguments: [false, true])
  func `an empty name is no folder, although it would mean the working directory`(
    forgets: Bool
  ) throws {
    #expect(throws: SyncRefusal.nowhere) {
      try laptop.synchronizer.perform(.run(SyncOptions(folder: "", forgets: forgets)))
    }
    #expect(try laptop.sync.folders().map(\.path) == ["/shared"])
  }

  @Test func `a folder of this device that is a symbolic link is refused and not followed`() throws
  {
    let own = "/shared/" + laptop.identity.text
    laptop.disk.links[own] = "/elsewhere"
    try laptop.addQuestion("Which?")
    #expect(throws: SyncRefusal.linked(own)) { try laptop.sync.synchronize(laptop.folderID) }
    #expect(laptop.disk.paths.isEmpty)
    #expect(try status(laptop).folders.first?.refusal?.code == "sync-linked")
    laptop.disk.links = [:]
    #expect(try outcomes(laptop).map(\.published) == [2])
  }

  @Test func `a folder is named once and remembered with the device's name`() throws {
    laptop.disk.kinds["/group"] = .directory
    let options = SyncOptions(folder: "/group", name: " notebook\u{7} ", isQuestionsOnly: true)
    #expect(try outcomes(laptop, options).map(\.folder) == ["/group"])
    #expect(try outcomes(laptop).map(\.folder) == ["/shared", "/group"])
    let folders = try laptop.sync.folders()
    #expect(folders.map(\.name) == ["laptop", "notebook"])
    #expect(folders.map(\.isQuestionsOnly) == [false, true])
  }

  @Test func `a folder that is not there is refused and not remembered`() throws {
    #expect(throws: SyncRefusal.noFolder("/nowhere")) {
      try laptop.synchronizer.perform(.run(SyncOptions(folder: "/nowhere")))
    }
    #expect(try laptop.sync.folders().map(\.path) == ["/shared"])
  }

  @Test func `when one of several folders is gone, the others are synchronized`() throws {
    laptop.disk.kinds["/group"] = .directory
    _ = try outcomes(laptop, SyncOptions(folder: "/group"))
    laptop.takeFolderAway()
    var failures: [any ReportableError] = []
    let handle = laptop.synchronizer.failures.observe { failures.append($0) }
    #expect(try outcomes(laptop).map(\.folder) == ["/group"])
    #expect(failures.map(\.message.code) == ["sync-no-folder"])
    handle.dispose()
  }

  @Test func `what comes through one folder is given to the other`() throws {
    for device in [laptop, desktop] { device.disk.kinds["/group"] = .directory }
    let phone = try SyncDevice(3)
    try phone.addQuestion("Which?")
    try phone.synchronize()
    laptop.fetch([phone])
    _ = try outcomes(laptop)
    #expect(try outcomes(laptop, SyncOptions(folder: "/group")).map(\.published) == [2])
    let device = try #require(try laptop.sync.folders().last).device
    let path = "/group/\(device.text)/\(DeviceFile.name)"
    desktop.disk[path] = laptop.disk[path]
    #expect(try outcomes(desktop, SyncOptions(folder: "/group")).map(\.received) == [2])
  }

  @Test func `the status tells the devices and how much waits`() throws {
    try laptop.addQuestion("Which?")
    #expect(try status(laptop).folders.map(\.publishing) == [2])
    _ = try outcomes(laptop)
    #expect(try status(laptop).folders.map(\.publishing) == [0])
    desktop.fetch([laptop])
    let waiting = try #require(try status(desktop).folders.first)
    #expect(waiting.devices.map(\.name) == ["laptop"])
    #expect(waiting.devices.map(\.unread) == [2])
    #expect(waiting.devices.map(\.seenAt) == [nil])
    _ = try outcomes(desktop)
    let read = try #require(try status(desktop).folders.first)
    #expect(read.devices.map(\.unread) == [0])
    #expect(read.devices.first?.seenAt?.minute == "2027-01-15 08:00")
    desktop.takeFolderAway()
    let gone = try #require(try status(desktop).folders.first)
    #expect(gone.refusal == .noFolder("/shared"))
    #expect(gone.devices.map(\.name) == ["laptop"])
    #expect(gone.publishing == nil)
  }

  @Test func `the log tells which text was replaced, and puts it back`() throws {
    try replaceCommentary()
    let item = try #require(try log(laptop).items.first)
    #expect(item.field == "content.commentary")
    #expect(item.record == "Which?")
    #expect(item.text == "laptop's")
    #expect(item.device == "desktop")
    #expect(try log(desktop).total == 0)
    try laptop.synchronizer.perform(.restore(1))
    #expect(try laptop.question("Which?")?.content.commentary == "laptop's")
    #expect(try log(laptop).total == 0)
    #expect(throws: ListRefusal.self) { try laptop.synchronizer.perform(.restore(1)) }
    try laptop.bank.undoHistory.undo()
    #expect(try laptop.question("Which?")?.content.commentary == "desktop's")
    #expect(try log(laptop).items.map(\.text) == ["laptop's"])
  }

  @Test func `choices in the log are their texts`() throws {
    try laptop.addQuestion("Which?")
    _ = try outcomes(laptop)
    _ = try outcomes(desktop)
    for device in [laptop, desktop] {
      try device.edit(#require(try device.question("Which?"))) {
        $0.choices[0].text = "of \(device.identity.text.suffix(1))"
      }
      _ = try outcomes(device)
    }
    _ = try outcomes(laptop)
    #expect(try log(laptop).items.map(\.text) == ["of 1, two, three, four"])
  }

  @Test(
    arguments: zip(
      [
        Solution.card(CardSolution(back: "Back")),
        .gaps(
          GapsSolution([
            .typed(TextSolution(accepted: [AcceptedText("Rome"), AcceptedText("Roma")])),
            .picked(GapChoices(["is", "are"], correct: 1)),
          ])),
        .match(MatchSolution([MatchPair("a", "1"), MatchPair("b", "2")], extra: ["3"])),
        .text(TextSolution(accepted: [AcceptedText("yes")])),
      ], ["Back", "Rome / Roma; are", "a – 1; b – 2", "yes"]))
  func `a solution without choices is in the log by its right answers`(
    _ solution: Solution, _ text: String
  ) throws {
    try laptop.addQuestion("Which?")
    _ = try outcomes(laptop)
    _ = try outcomes(desktop)
    try laptop.edit(#require(try laptop.question("Which?"))) {
      ($0.choices, $0.solution) = ([], solution)
    }
    _ = try outcomes(laptop)
    try desktop.edit(#require(try desktop.question("Which?"))) { $0.choices[0].text = "other" }
    _ = try outcomes(desktop)
    _ = try outcomes(laptop)
    #expect(try log(laptop).items.map(\.text) == [text])
  }

  @Test func `answers that are shared already are not kept back afterwards`() throws {
    _ = try outcomes(laptop)
    #expect(throws: SyncRefusal.alreadyShared("/shared")) {
      try laptop.synchronizer.perform(.run(SyncOptions(isQuestionsOnly: true)))
    }
  }

  @Test func `a folder that is forgotten keeps its files and is a new one the next time`() throws {
    try laptop.addQuestion("Which?")
    _ = try outcomes(laptop)
    let file = laptop.file
    try laptop.synchronizer.perform(.run(SyncOptions(folder: "/shared", forgets: true)))
    #expect(try laptop.sync.folders().isEmpty)
    #expect(try laptop.store.count(FetchDescriptor<SyncedRecord>()) == 0)
    #expect(laptop.file == file)
    #expect(try laptop.questions().count == 1)
  }

  @Test func `only folders of which that is wanted are synchronized by themselves`() throws {
    laptop.disk.kinds["/group"] = .directory
    _ = try outcomes(laptop, SyncOptions(folder: "/group", isAutomatic: true))
    try laptop.addQuestion("Which?")
    var ended = emitted(by: laptop.synchronizer.outcomes) {
      laptop.synchronizer.endAutomatically()
    }
    #expect(ended.map(\.folder) == ["/group"])
    #expect(ended.map(\.published) == [2])
    _ = try outcomes(laptop, SyncOptions(isAutomatic: false))
    ended = emitted(by: laptop.synchronizer.outcomes) { laptop.synchronizer.endAutomatically() }
    #expect(ended == [])
  }

  @Test func `what is read by itself changes nothing until it is taken`() throws {
    try desktop.addQuestion("Which?")
    _ = try outcomes(desktop)
    _ = try outcomes(laptop, SyncOptions(isAutomatic: true))
    try desktop.addQuestion("Who?")
    _ = try outcomes(desktop)
    laptop.fetch([desktop])
    let arrivals = emitted(by: laptop.synchronizer.arrivals) {
      laptop.synchronizer.beginAutomatically()
    }
    #expect(try laptop.questions().count == 1)
    laptop.synchronizer.take(try #require(arrivals.first))
    #expect(try laptop.questions().count == 2)
  }

  @Test func `a folder that is gone is a warning where nobody has asked`() throws {
    _ = try outcomes(laptop, SyncOptions(isAutomatic: true))
    laptop.takeFolderAway()
    let warnings = emitted(by: laptop.synchronizer.warnings) {
      laptop.synchronizer.endAutomatically()
    }
    #expect(warnings.map(\.message.code) == ["sync-no-folder"])
  }
}
