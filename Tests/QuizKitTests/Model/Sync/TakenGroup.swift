import Foundation
import TestKit
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

/// The banks of a group that commit 25ad5ac has harmed. A new question got the number and the key
/// of a deleted one.
///
/// Device `a` imported the questions Old 1 to 4 and played them on 1 October 2026. On the 5th it
/// deleted Old 1 and 2. Device `b` joined on the 6th, and imported New 1 and 2 on the 20th after a
/// restart.
final class TakenGroup {
  /// The stages of the harm.
  enum Stage: String, CaseIterable {
    /// `b` has not imported yet.
    case joined
    /// `b` has not synchronized since its import.
    case unpublished
    /// `b` has played all questions, and `a` has not synchronized since.
    case published
    /// `a` has received the new questions in place of the old ones.
    case spread
    /// The same as `spread`, with dates of the year 2000.
    case undated
    /// The new questions Third 1 and 2 come from a device `c`, which does not exchange answers. On
    /// `b` they have the numbers of the deleted questions.
    case numbers
    /// The old questions were played on `c`, and `b` knows the deleted ones only from that quiz.
    /// `b` has played its own questions, but has published that it played the deleted ones.
    case referred
    /// `b` has published an edit of Third 1 under both keys, and `a` has the question twice.
    case copies

    /// The texts of the questions that the banks should have.
    var questions: [String] {
      switch self {
      case .joined: ["Old 3?", "Old 4?"]
      case .numbers, .copies: ["Old 3?", "Old 4?", "Third 1?", "Third 2?"]
      case .unpublished, .published, .spread, .referred, .undated:
        ["New 1?", "New 2?", "Old 3?", "Old 4?"]
      }
    }

    /// The questions that were added.
    var new: [String] { questions.filter { !$0.hasPrefix("Old") } }
  }

  /// All stages where the dates leave no doubt.
  static let certain: [Stage] = [.unpublished, .published, .spread, .referred, .numbers, .copies]

  let stage: Stage
  private(set) var devices: [String: SyncDevice] = [:]
  private let clock = Clock()
  private var files: [String: [UInt8]] = [:]

  private final class Clock {
    var now = Date(timeIntervalSince1970: 1_792_749_600)
  }

  /// The time of all devices, at first 2026-10-23 10:00 UTC.
  var now: Date {
    get { clock.now }
    set { clock.now = newValue }
  }

  init(_ stage: Stage) throws {
    self.stage = stage
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "OldBanks/Files/taken/\(stage.rawValue)")
    let shared = folder.appending(path: "shared")
    for name in try FileManager.default.contentsOfDirectory(atPath: shared.path) {
      let file = shared.appending(path: "\(name)/\(DeviceFile.name)")
      files["\(SyncDevice.folder)/\(name)/\(DeviceFile.name)"] = Array(try Data(contentsOf: file))
    }
    for (number, name) in zip(1..., ["a", "b", "c"]) {
      let file = folder.appending(path: "\(name).journal")
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      let disk = SimulatedDisk()
      disk["/bank"] = Array(try Data(contentsOf: file))
      let clock = clock
      devices[name] = try SyncDevice.onJournal(UInt64(number), disk: disk) { clock.now }
    }
  }

  /// A device.
  subscript(name: String) -> SyncDevice {
    get throws { try #require(devices[name]) }
  }

  /// The names of the devices.
  var names: [String] { devices.keys.sorted() }

  /// Sets the file of a device that does not belong to the group.
  func setFile(of device: DeviceIdentity, to bytes: [UInt8]) {
    files[SyncDevice.path(of: device)] = bytes
  }

  /// Synchronizes a device with the files of all others.
  @discardableResult
  func synchronize(_ name: String) throws -> SyncOutcome {
    let device = try self[name]
    for (path, bytes) in files { device.disk[path] = bytes }
    let outcome = try device.synchronize()
    files[SyncDevice.path(of: device.identity)] = device.file
    now += 60
    return outcome
  }

  /// Synchronizes all devices in an order until nothing changes any more.
  ///
  /// - Returns: the codes of the reported problems, by device.
  @discardableResult
  func settle(_ order: [String]? = nil) throws -> [String: [String]] {
    var codes: [String: [String]] = [:]
    for _ in 0..<5 {
      var isQuiet = true
      for name in order ?? names {
        let outcome = try synchronize(name)
        if outcome.published + outcome.received > 0 { isQuiet = false }
        codes[name, default: []] += outcome.problems.map(\.code)
      }
      if isQuiet { return codes.filter { !$0.value.isEmpty } }
    }
    Issue.record("the devices never come to rest")
    return codes
  }

  // MARK: Contents of a device

  func questions(_ name: String) throws -> [String] {
    try self[name].questions().map(\.content.text).sorted()
  }

  /// The texts of the questions that each quiz asked, oldest quiz first; `-` for a question that no
  /// longer exists.
  func asked(_ name: String) throws -> [[String]] {
    let store = try self[name].store
    let texts = Dictionary(
      uniqueKeysWithValues: try store.fetch(FetchDescriptor<Question>()).map {
        ($0.id, $0.content.text)
      })
    let attempts = try store.fetch(FetchDescriptor<Attempt>()).sorted {
      $0.startedAt < $1.startedAt
    }
    return try attempts.map { attempt in
      for answer in try store.records(whose: \Answer.attemptID, is: attempt.id) {
        #expect(answer.questionID == attempt.items[answer.position].questionID)
      }
      return attempt.items.map { texts[$0.questionID] ?? "-" }
    }
  }

  func expectAgreement(_ location: SourceLocation = #_sourceLocation) throws {
    for name in names {
      #expect(try questions(name) == stage.questions, sourceLocation: location)
    }
    // Device `c` does not exchange answers.
    #expect(
      try BankContent(self["a"].store) == BankContent(self["b"].store), sourceLocation: location)
  }
}
