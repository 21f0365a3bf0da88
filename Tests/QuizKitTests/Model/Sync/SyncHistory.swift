import Foundation
import Testing

@testable import QuizKit

/// A random history of devices with wrong clocks that edit, delete, play and synchronize, while
/// their files arrive late, cut, in old versions and in any order.
final class SyncHistory {
  private static let start: TimeInterval = 1_800_000_000
  private static let day: TimeInterval = 86_400

  private var random: SplitMix64
  private let seed: UInt64
  private(set) var devices: [SyncDevice] = []
  private let clock = SharedClock()
  /// All versions that the files of the devices had.
  private var versions: [[[UInt8]]]
  /// What the log of each device has to have.
  private var log: [ExpectedLog]
  private var count = 0
  /// The answers of the quizzes that nobody deleted, by the quiz's name.
  private var answers: [String: Int] = [:]
  private(set) var steps: [String] = []

  private final class SharedClock {
    var time: TimeInterval = 0
  }

  init(seed: UInt64, devices range: ClosedRange<Int>) throws {
    self.seed = seed
    random = SplitMix64(seed: seed)
    let number = Int.random(in: range, using: &random)
    versions = Array(repeating: [], count: number)
    log = (1...number).map { ExpectedLog(mark: " of \($0)\"") }
    for index in 0..<number {
      let skew = Double.random(in: -2...2, using: &random) * Self.day
      let clock = clock
      devices.append(
        try SyncDevice(UInt64(index + 1)) {
          Date(timeIntervalSince1970: Self.start + skew + clock.time)
        })
    }
  }

  /// Runs the history, then lets all devices see everything.
  func run(steps number: Int) throws {
    for _ in 0..<number {
      clock.time += Double.random(in: 0...10_000, using: &random).rounded()
      let index = Int.random(in: devices.indices, using: &random)
      try step(on: index)
    }
    try settle()
  }

  private func settle() throws {
    for round in 0..<10 {
      var isQuiet = true
      for index in devices.indices {
        devices[index].fetch(devices)
        let outcome = try synchronize(index)
        if outcome.published + outcome.received > 0 { isQuiet = false }
      }
      if isQuiet { return }
      steps.append("round \(round)")
    }
    Issue.record("seed \(seed): the devices never come to rest")
  }

  func check() throws {
    let contents = try devices.map { try BankContent($0.store) }
    let exports = try devices.map { try $0.export() }
    for index in devices.indices {
      #expect(
        contents[index] == contents[0] && exports[index] == exports[0],
        "seed \(seed), device \(index + 1)\n\(steps.joined(separator: "\n"))")
    }
    for (index, device) in devices.enumerated() {
      let attempts = try device.store.fetch(FetchDescriptor<Attempt>())
      for (title, count) in answers {
        let id = attempts.first { $0.title == title }?.id
        let kept = try id.map { try device.store.records(whose: \Answer.attemptID, is: $0).count }
        #expect(kept == count, "seed \(seed): answers of \(title) on device \(index + 1)")
      }
    }
  }

  // MARK: Steps

  private func step(on index: Int) throws {
    let device = devices[index]
    let choice = Int.random(in: 0..<18, using: &random)
    steps.append("\(index + 1): \(choice)")
    switch choice {
    case 0...2: try add(on: index)
    case 3, 4: try edit(on: index) { $0.text = $1 }
    case 5: try edit(on: index) { $0.commentary = $1 }
    case 6:
      try edit(on: index) { content, text in
        if case .number(var solution) = content.solution {
          solution.accepted.append(AcceptedNumber(.value(Double(text.count), tolerance: 1)))
          content.solution = .number(solution)
        } else if case .text(var solution) = content.solution {
          solution.accepted.append(AcceptedText(text))
          content.solution = .text(solution)
        } else if content.kind == .single {
          content.choices.append(Choice(text))
        }
      }
    case 7:
      if let question = try device.questions().randomElement(using: &random) {
        try device.delete(question.id)
      }
    case 8:
      if let deck = try device.bank.decks().randomElement(using: &random) {
        try device.delete(deck.id)
      }
    case 9: try rename(on: index)
    case 10: try play(on: index)
    case 11: try note(on: index)
    case 12: try move(on: index)
    case 13, 14: try changeExams(on: index)
    default:
      try receive(index)
      _ = try synchronize(index)
      return
    }
    try log[index].noteWritten(on: device)
  }

  /// Adds a question of any kind.
  private func add(on index: Int) throws {
    var content = QuestionContent.eachKind.randomElement(using: &random) ?? .sample()
    content.text = text(index)
    try devices[index].add(content, deck: deckName())
  }

  private func changeExams(on index: Int) throws {
    let device = devices[index]
    let exams = try device.exams()
    let count = Int.random(in: 1...9, using: &random)
    let name = name(index)
    guard var exam = exams.randomElement(using: &random), Bool.random(using: &random) else {
      if exams.contains(where: { $0.name == name }) { return }
      device.store.insert(
        Exam(
          name: name, blueprint: ExamBlueprint(questions: count, passMark: .all),
          createdAt: device.world.now()))
      try device.store.save()
      return
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return try device.delete(exam.id)
    case 1:
      if exams.contains(where: { $0.name == name }) { return }
      exam.name = name
    case 2: exam.blueprint.timeLimit = count
    default:
      let section = ExamBlueprint.Section(text(index), .number(questions: count))
      (exam.blueprint.questions, exam.blueprint.sections) = (count, [section])
    }
    exam.changedAt = device.world.now()
    try device.store.update(exam)
    try device.store.save()
  }

  private func text(_ index: Int) -> String {
    count += 1
    return "text \(count) of \(index + 1)"
  }

  private func deckName() -> String {
    ["A", "B", "C"].randomElement(using: &random) ?? "A"
  }

  /// A name that others give as well, or one of its own.
  private func name(_ index: Int) -> String {
    Bool.random(using: &random) ? deckName() : text(index)
  }

  private func edit(
    on index: Int, _ change: (inout QuestionContent, String) -> Void
  ) throws {
    guard let question = try devices[index].questions().randomElement(using: &random) else {
      return
    }
    let text = text(index)
    try devices[index].edit(question) { change(&$0, text) }
  }

  private func rename(on index: Int) throws {
    let device = devices[index]
    guard let deck = try device.bank.decks().randomElement(using: &random) else { return }
    let name = name(index)
    guard try !device.bank.decks().contains(where: { $0.name == name }) else { return }
    try device.bank.renameDeck(deck.name, to: name)
  }

  private func play(on index: Int) throws {
    let device = devices[index]
    let store = device.store
    if Int.random(in: 0..<4, using: &random) == 0,
      let attempt = try store.fetch(FetchDescriptor<Attempt>()).randomElement(using: &random)
    {
      answers[attempt.title] = nil
      return try device.delete(attempt.id)
    }
    let questions = try device.questions()
    guard !questions.isEmpty else { return }
    count += 1
    let number = Int.random(in: 1...questions.count, using: &random)
    try device.play("quiz \(count)", answers: number, of: questions)
    answers["quiz \(count)"] = number
  }

  private func note(on index: Int) throws {
    let store = devices[index].store
    let now = devices[index].world.now()
    let notes = try store.fetch(FetchDescriptor<StudyNote>())
    if var note = notes.randomElement(using: &random), Bool.random(using: &random) {
      if Bool.random(using: &random) { return try devices[index].delete(note.id) }
      if Bool.random(using: &random) { note.title = text(index) } else { note.body = text(index) }
      note.changedAt = now
      try store.update(note)
    } else {
      let question = try devices[index].questions().randomElement(using: &random)
      let exam = try devices[index].exams().randomElement(using: &random)
      let subjects = [question.map { NoteSubject.question($0.id) }, exam.map { .exam($0.id) }]
      store.insert(
        StudyNote(
          about: subjects.randomElement(using: &random) ?? nil, title: "", body: text(index),
          createdAt: now))
    }
    try store.save()
  }

  private func move(on index: Int) throws {
    let store = devices[index].store
    guard var question = try devices[index].questions().randomElement(using: &random),
      let deck = try devices[index].bank.decks().randomElement(using: &random)
    else { return }
    question.deckID = deck.id
    try store.update(question)
    try store.save()
  }

  /// Some files of other devices arrive: as they are, in an older version, or a part of them.
  private func receive(_ index: Int) throws {
    for (other, device) in devices.enumerated() where other != index {
      guard var file = versions[other].randomElement(using: &random) else { continue }
      switch Int.random(in: 0..<6, using: &random) {
      case 0: continue
      case 1: break
      case 2: file.removeLast(Int.random(in: 0...file.count, using: &random))
      default: file = versions[other].last ?? file
      }
      devices[index].disk[SyncDevice.path(of: device.identity)] = file
    }
  }

  private func synchronize(_ index: Int) throws -> SyncOutcome {
    let device = devices[index]
    let outcome = try device.synchronize()
    if let file = device.file, file != versions[index].last { versions[index].append(file) }
    if outcome.received > 0 || outcome.replaced > 0 {
      try log[index].checkReplaced(on: device, "seed \(seed), device \(index + 1)")
    }
    return outcome
  }
}
