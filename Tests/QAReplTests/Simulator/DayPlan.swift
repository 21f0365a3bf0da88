import Foundation

@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport
@testable import Terminal
@testable import qa_repl

/// The events of each day, as a seed decides them.
struct DayPlan {
  /// The natures of the devices of the history.
  let natures: [SimulatedDevice.Nature]
  private var sources: [CommandSource]
  private var chance: CommandSource
  /// The day on which each device is used for the first time.
  private let begins: [Int]
  /// The planned steps of each device, with the next one last.
  private var errands: [[SimulatedStep]]
  private var day = 0
  /// The percentage of steps that are synchronizations and arrivals of files.
  private let sharing: Int
  /// The authors of a folder that the only device follows, in some histories.
  private var author: Author?
  /// Decides when something of it arrives, so that other histories are as they are without it.
  private var arrivals: CommandSource
  /// Decides when a picture arrives, for the same reason.
  private var painter: CommandSource
  private var painted = 0
  /// The format of its files.
  let authoredFormat: QuestionFormat

  init(seed: UInt64) {
    var chance = CommandSource(seed: seed, device: 0)
    let count = [1, 2, 2, 3, 4][chance.number(5) - 1]
    natures = (0..<count).map { Self.nature($0, &chance) }
    sources = (0..<count).map {
      CommandSource(seed: seed &* 31 &+ UInt64($0) &+ 1, device: $0 + 1)
    }
    errands = Array(repeating: [], count: count)
    begins = (0..<count).map { $0 == 0 || chance.chance(50) ? 1 : chance.number(30) }
    sharing = chance.chance(40) ? 45 : 8
    self.chance = chance
    arrivals = CommandSource(seed: seed &* 17 &+ 5, device: 0)
    painter = CommandSource(seed: seed &* 19 &+ 7, device: natures.count + 1)
    let formats: [QuestionFormat] = [.json, .gift, .csv, .moodleXML]
    authoredFormat = formats[arrivals.number(formats.count) - 1]
    // Where devices have other versions of a file, one question may have two identities.
    if count == 1, arrivals.chance(60) { author = Author(seed: seed &* 13 &+ 3) }
  }

  private static func nature(_ number: Int, _ chance: inout CommandSource) -> SimulatedDevice.Nature
  {
    // Most clocks are nearly right, some are wrong by a day or two, and a few by many years.
    let seconds = Double(chance.number(120_000)) / 1000
    let skew = chance.chance(70) ? seconds : seconds * 1440 * (chance.chance(50) ? 1 : -1)
    return SimulatedDevice.Nature(
      isArchive: chance.chance(25), skew: skew + (chance.chance(10) ? end(&chance) : 0),
      manner: SimulatedProgram.Manner(
        isLive: chance.chance(40), isJSON: chance.chance(50),
        language: chance.chance(50) ? .english : .japanese, agrees: chance.chance(80),
        size: ScreenSize(columns: 80, rows: 24)),
      bookmarksFrom: chance.chance(40) ? 0 : chance.chance(50) ? UInt64(chance.number(6)) : nil)
  }

  /// The error, in seconds, of a clock that begins a few days before or after an end of the range
  /// of clocks.
  private static func end(_ chance: inout CommandSource) -> TimeInterval {
    let years: [TimeInterval] = [1970, 2000, 9000]
    let wrong = (years[chance.number(years.count) - 1] - 1970) * 31_556_952
    let days = TimeInterval(chance.number(40)) * (wrong == 0 ? -1 : 1)
    return wrong - SimulatedDevice.start - days * 86_400
  }

  /// The device of the next event.
  mutating func device() -> Int {
    let begun = begins.indices.filter { begins[$0] <= day }
    return begun[chance.number(begun.count) - 1]
  }

  /// Begins the next day, on which a device may join.
  mutating func beginDay() {
    day += 1
    for device in begins.indices where day > 1 && begins[device] == day {
      let arrivals = begins.indices.filter { begins[$0] < day }
        .map { SimulatedStep.arrival(from: $0, .whole) }
      let sync = SimulatedStep.line(SimulatedDevice.synchronization)
      let steps = arrivals + [sync, .sleep(days: 0)] + newQuestions(device) + [sync]
      errands[device] = steps.reversed()
    }
  }

  /// The events at the end of the day.
  mutating func evening() -> [SimulatedEvent] {
    var events: [SimulatedEvent] = []
    if chance.number(4) == 1 { events.append(SimulatedEvent(device: device(), step: .backup)) }
    if chance.number(2) == 1 {
      let format = QuestionFormat.all[chance.number(QuestionFormat.all.count) - 1].name
      events.append(SimulatedEvent(device: device(), step: .roundTrip(format: format)))
    }
    if chance.number(3) == 1 {
      events.append(
        SimulatedEvent(device: device(), step: .correction(chance: chance.bits())))
    }
    if natures.count > 1, chance.number(5) == 1 {
      events.append(SimulatedEvent(device: 0, step: .peace))
    }
    return events
  }

  /// The next step on a device on which the program runs.
  mutating func step(on device: SimulatedDevice) -> SimulatedStep {
    let number = device.number
    guard let program = device.program else { return .night }
    if author != nil, arrivals.chance(15), let authoring = author?.next() {
      return .authoring(authoring)
    }
    if painter.chance(3) { return picture() }
    if painter.chance(2) {
      painted += 1
      return .attachment(painted)
    }
    if !errands[number].isEmpty {
      if chance.chance(75) { return errands[number].removeLast() }
    } else if chance.chance(6) {
      errands[number] = errand(number, names(device, program)).reversed()
    }
    if natures.count > 1, chance.chance(sharing) { return exchange(number) }
    switch chance.number(100) {
    case 1...2: return .sleep(days: chance.chance(80) ? 0 : chance.number(90))
    case 3...6: return .wait(seconds: chance.number(chance.chance(90) ? 60 : 4000))
    case 7...9: return file(number)
    case 10...12:
      return .crash(
        during: line(device, program), call: chance.number(12), powerFails: chance.chance(70),
        chance: chance.bits())
    case 13...14:
      let failure = DiskFailure.allCases[chance.number(DiskFailure.allCases.count) - 1]
      return .failure(failure, during: line(device, program))
    case 15...16: return .secondProgram
    case 17...21: return .reversal(of: line(device, program))
    case 56...58 where device.knowsBookmarks: return .bookmark(chance: chance.bits())
    case 61...64:
      return .laterReversal(of: line(device, program), chance: chance.bits())
    case 65: return .erasure
    case 22: return .restoration(of: sources[number].deletion(names(device, program)))
    case 23...50 where program.manner.isLive: return .keys(sources[number].keys())
    case 59...60 where program.manner.isLive: return .hangUp
    case 51...55 where program.manner.isLive:
      return .resize(columns: chance.number(120), rows: chance.number(24))
    default: return .line(line(device, program))
    }
  }

  private mutating func errand(
    _ number: Int, _ names: CommandSource.Names
  ) -> [SimulatedStep] {
    let all = Errand.allCases
    let chosen = chance.number(all.count + 1)
    guard chosen <= all.count else { return newQuestions(number) }
    let errand = all[chosen - 1]
    let lines = errand.lines(&sources[number], names).map { SimulatedStep.line($0) }
    switch errand {
    case .annotate: return lines + [.restoration(of: "delete 1")]
    case .edit: return lines + [.reversal(of: "save")]
    default: return lines
    }
  }

  private mutating func newQuestions(_ number: Int) -> [SimulatedStep] {
    guard case .file(let name, let text) = file(number) else { return [] }
    let isLooked = chance.chance(20)
    let looked = [SimulatedStep.line("show 2"), .line(chance.chance(70) ? "take" : "cancel")]
    return [.file(name: name, text: text)]
      + [.line("import \"\(name)\"" + (isLooked ? " --look" : ""))] + (isLooked ? looked : [])
  }

  /// A synchronization, or a file that arrives.
  private mutating func exchange(_ number: Int) -> SimulatedStep {
    if chance.chance(45) { return .line(SimulatedDevice.synchronization) }
    if chance.chance(20) { return .strangeClock(chance: chance.bits()) }
    let from = (number + chance.number(natures.count - 1)) % natures.count
    return .arrival(from: from, copy())
  }

  private mutating func copy() -> SimulatedCopy {
    switch chance.number(8) {
    case 1: .cut(chance.number(1000))
    case 2: .old(chance.number(5))
    case 3: .shortened(chance.number(1000), atRead: chance.number(3))
    default: .whole
    }
  }

  private mutating func line(_ device: SimulatedDevice, _ program: SimulatedProgram) -> String {
    sources[device.number].next(
      program.shell, names(device, program))
  }

  private func names(_ device: SimulatedDevice, _ program: SimulatedProgram) -> CommandSource.Names
  {
    CommandSource.Names(
      decks: (try? program.shell.models.bank.decks().map(\.name)) ?? [],
      exams: (try? program.shell.models.exams.exams().map(\.name)) ?? [],
      files: device.files.contents.keys.filter { !$0.hasPrefix(AuthoredFolder.path) }.sorted())
  }

  /// A question that shows a picture. Several may show the same one.
  private mutating func picture() -> SimulatedStep {
    if painted == 0 || painter.chance(70) { painted += 1 }
    var content = painter.content()
    content.commentary = PictureRules.text(painted)
    let question = ExportedQuestion(category: "D\(painter.number(6))", content: content)
    let file = QuestionFormat.csv.write([question], name: "")
    return .picture(painted, text: String(decoding: file?.bytes ?? [], as: UTF8.self))
  }

  /// A file with questions in one of the formats that the program writes.
  private mutating func file(_ number: Int) -> SimulatedStep {
    // The files of the simulator are texts.
    let formats = QuestionFormat.all.filter { $0.writer != nil && !$0.isPackage }
    let format = formats[chance.number(formats.count) - 1]
    let questions = (0..<chance.number(3)).map { _ in
      ExportedQuestion(
        category: "D\(chance.number(6))", content: sources[number].content())
    }
    let file = format.write(questions, name: "")
    return .file(
      name: "file\(chance.number(3)).\(format.extensions.first ?? "txt")",
      text: String(decoding: file?.bytes ?? [], as: UTF8.self))
  }
}
