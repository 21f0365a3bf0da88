import Foundation
import TestKit

@testable import QuizKit
@testable import Terminal
@testable import qa_repl

/// Days in the life of up to four devices with one bank, as a seed decides them, and the rules that
/// hold at the end of each.
final class Simulation {
  /// The number of steps of a day on each device.
  private static let stepsADay = 6
  /// The most calls of the file system that a step may make before it counts as endless.
  private static let mostCalls = 20_000

  let seed: UInt64
  /// The number of this history among those of the seed.
  let number: UInt64
  private(set) var events: [SimulatedEvent] = []
  private(set) var day = 0
  private let devices: [SimulatedDevice]
  private var plan: DayPlan
  private var courier: Courier
  private var ledger = AnswerLedger()
  private var keys = SharedKeys()
  private var written: [WrittenTexts]
  private var followers: [FollowRules]
  private var pictures: [PictureRules]
  /// The screens that have been in front.
  private(set) var visited: Set<ScreenName> = []

  init(seed: UInt64, number: UInt64) {
    (self.seed, self.number) = (seed, number)
    plan = DayPlan(seed: seed &* 1_000_003 &+ number)
    devices = plan.natures.enumerated().map { SimulatedDevice($0, $1) }
    courier = Courier(devices: devices.count)
    written = Array(repeating: WrittenTexts(), count: devices.count)
    pictures = Array(repeating: PictureRules(), count: devices.count)
    followers = Array(
      repeating: FollowRules(format: plan.authoredFormat), count: devices.count)
  }

  // MARK: Days by chance

  /// Simulates one more day.
  func liveDay() throws {
    day += 1
    plan.beginDay()
    for _ in 0..<Self.stepsADay * devices.count {
      let device = devices[plan.device()]
      try begin(device)
      try perform(SimulatedEvent(device: device.number, step: plan.step(on: device)))
    }
    for device in devices where device.isInUse {
      try perform(SimulatedEvent(device: device.number, step: .night))
    }
    for event in plan.evening() { try perform(event) }
  }

  // MARK: One step

  /// Starts the program of a device, if it does not run, and records its bank at that time. A save
  /// whose sync has failed may be in the file or not. If it deleted a question, the question's text
  /// is not one that other devices replace, even if their edit brings the question back. It is in
  /// the trash.
  private func begin(_ device: SimulatedDevice) throws {
    guard device.program == nil else { return }
    try device.requireStart()
    device.hasSaved = true
    try listen(to: device, sameRun: false)
  }

  /// Carries out a step, and checks the rules that hold after each.
  func perform(_ event: SimulatedEvent) throws {
    guard devices.indices.contains(event.device) else { return }
    events.append(event)
    LastWords.keep(seed: seed, number: number, day: day, event)
    let device = devices[event.device]
    try begin(device)
    device.disk.mostCalls = device.disk.calls + Self.mostCalls
    let program = device.program
    // Time passes between any two actions of a person.
    device.program?.wait(.seconds(1))
    try perform(event.step, on: device)
    if let mostCalls = device.disk.mostCalls, device.disk.calls > mostCalls {
      throw SimulationFailure(rule: "everything comes to an end", detail: "\(event)")
    }
    device.disk.mostCalls = nil
    var isReading = false
    if case .authoring = event.step { isReading = true }
    try listen(to: device, sameRun: device.program === program, isReading: isReading)
  }

  private func perform(_ step: SimulatedStep, on device: SimulatedDevice) throws {
    let program = device.program
    switch step {
    case .line(let line): try device.run(line)
    case .keys(let keys): program?.type(keys)
    case .resize(let columns, let rows): device.resize(to: ScreenSize(columns: columns, rows: rows))
    case .wait(let seconds): program?.wait(.seconds(seconds))
    case .hangUp: try device.hangUp()
    case .sleep(let days):
      device.end()
      device.sleep(.seconds(days * 86_400 + 60))
    case .bookmark(let chance): try device.bookmark(chance: chance)
    case .file(let name, let text): device.files.contents[name] = text
    case .crash(let line, let call, let powerFails, let chance):
      try device.crashAndBegin(
        during: line, call: call, powerFails: powerFails, chance: chance)
    case .failure(let failure, let line):
      device.fail(failure, during: line)
      // After a failed sync, the content of the disk is not known until the bank is opened again.
      if failure == .unsynced { device.end() }
      try device.compareWithFile(rule: "after a failure the bank is what its file says")
    case .reversal(let line): try device.reverse(line)
    case .laterReversal(let line, let chance): try device.reverseLater(line, chance: chance)
    case .erasure: try device.eraseForGood()
    case .restoration(let line): try device.restore(line)
    case .backup:
      try device.readBackup()
      try device.readPackagedBackup()
    case .picture(let number, let text): try device.takePicture(number, text)
    case .attachment(let number): try device.attachPicture(number)
    case .secondProgram: try device.useTwice()
    case .arrival(let from, let copy):
      guard devices.indices.contains(from) else { return }
      courier.carry(from: devices[from], to: device, copy)
    case .strangeClock(let chance):
      courier.repeatStrangely(device, chance: chance)
      for number in written.indices { written[number].giveUp() }
    case .roundTrip(let format): try RoundTrip.check(device, format)
    case .correction(let chance): try Correction.check(device, chance: chance)
    case .authoring(let authoring):
      try followers[device.number].arrive(authoring, on: device)
    case .night: try night(device)
    case .peace: try makePeace()
    }
    if program?.isOver == true { device.end() }
  }

  /// Compares the reported codes with those that the program declares, and the answers with the
  /// questions that were asked.
  ///
  /// - Parameter isReading: whether the author of a file, and no person here, has written questions.
  private func listen(
    to device: SimulatedDevice, sameRun: Bool, isReading: Bool = false
  ) throws {
    guard let program = device.program else { return }
    let said = program.output.take()
    visited.insert(program.shell.screen)
    let codes = try DeclaredCodes.read()
    for code in said.codes {
      guard codes.contains(code) else {
        throw SimulationFailure(
          rule: "only declared codes are said: \(code)", detail: "device \(device.number + 1)")
      }
      guard !DeclaredCodes.contradictions.contains(code) else {
        throw SimulationFailure(
          rule: "what the program takes its bank can keep: \(code)",
          detail: "device \(device.number + 1)")
      }
    }
    courier.note(device)
    if device.hasSaved {
      let received = sameRun && !isReading ? said.hasReceived : nil
      try ledger.check(program.store, received: isReading ? true : received, device.number)
      try written[device.number].check(
        program.store, received: received, device: device.number)
    }
    if said.didSynchronize { try keys.check(program.store, device.number, ledger) }
    device.hasSaved = false
  }

  // MARK: Rules

  private func night(_ device: SimulatedDevice) throws {
    try device.compareWithFile(rule: "the bank that is opened from its file is the one in memory")
    guard let program = device.program else { return }
    try device.requireLog()
    try AttemptRules.check(program.store)
    try pictures[device.number].check(program.store, device: device.number)
  }

  /// Lets all devices exchange everything, and compares the shared records.
  private func makePeace() throws {
    let devices = devices.filter(\.isInUse)
    for device in devices { try begin(device) }
    try Peace(devices, courier).make()
    for device in devices {
      try listen(to: device, sameRun: true)
      guard let program = device.program, try device.sharesEverything else { continue }
      try pictures[device.number].check(
        program.store, device: device.number, isComplete: true)
    }
  }
}
