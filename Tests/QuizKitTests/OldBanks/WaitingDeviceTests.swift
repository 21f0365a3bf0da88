import Foundation
import TestKit
import Testing

@testable import QuizKit
@testable import QuizStore

/// Tests a bank of a program that does not know version 3 of shared folders (commit 95e9416).
///
/// It has been told that the other device's file is newer. Since then it has added, edited, deleted
/// and answered questions of its own. The other device has added a question of each kind that came
/// with version 3, has answered them, and has edited a commentary.
@Suite struct WaitingDeviceTests {
  private let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Files/waiting")

  private func addFolder(to disk: SimulatedDisk) throws {
    let shared = folder.appending(path: "shared")
    for device in try FileManager.default.contentsOfDirectory(atPath: shared.path) {
      disk["\(SyncDevice.folder)/\(device)/\(DeviceFile.name)"] = Array(
        try Data(contentsOf: shared.appending(path: "\(device)/\(DeviceFile.name)")))
    }
  }

  /// The device after the program was updated.
  private func updated() throws -> SyncDevice {
    let disk = SimulatedDisk()
    disk["/bank"] = Array(try Data(contentsOf: folder.appending(path: "bank.journal")))
    try addFolder(to: disk)
    return try SyncDevice.onJournal(7, disk: disk)
  }

  @Test func `once it is updated it has everything that waited, and what it did itself`() throws {
    let device = try updated()
    #expect(try device.questions().count == 2)
    let outcome = try device.synchronize()
    #expect(outcome.problems == [])
    #expect(
      try device.questions().map(\.content.kind.rawValue).sorted()
        == ["card", "gaps", "match", "order", "single", "single"])
    let edited = try #require(try device.question("How many sides does a square have?"))
    #expect(edited.content.commentary == "A square has four equal sides.")
    #expect(try device.question("Which month comes first?") != nil)
    #expect(try device.question("Which of these is a fruit?") == nil)
    let answers = try device.store.fetch(FetchDescriptor<Answer>())
    #expect(answers.count == 6)
    #expect(answers.contains { $0.response == .gaps(["Rome", "Spain"]) })
  }

  @Test func `a device that has nothing gets the same from the folder`() throws {
    let device = try updated()
    try device.synchronize()
    let fresh = try SyncDevice(8)
    try addFolder(to: fresh.disk)
    fresh.fetch([device])
    #expect(try fresh.synchronize().problems == [])
    #expect(try BankContent(fresh.store) == BankContent(device.store))
  }
}
