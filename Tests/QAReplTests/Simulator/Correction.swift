@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport
@testable import qa_repl

/// A file that comes twice: its author changes it, a person edits the question in between, and the
/// second file may be in a format that holds less.
struct Correction {
  private var random: SplitMix64
  private let serial: Int
  private let device: SimulatedDevice
  private static let deck = "Corrections"

  /// Checks that a person's edit stays, that a corrected key arrives, and that nothing is emptied.
  static func check(_ device: SimulatedDevice, chance: UInt64) throws {
    var correction = Correction(device, chance)
    try correction.perform()
  }

  private init(_ device: SimulatedDevice, _ chance: UInt64) {
    random = SplitMix64(seed: chance)
    // No other question has such a number.
    serial = Int(chance >> 24) * 10 + 9
    self.device = device
  }

  private mutating func perform() throws {
    let (old, new) = versions()
    let first = [QuestionFormat.json, .gift, .moodleXML, .csv].randomElement(using: &random)
    let second = QuestionFormat.all.filter { $0.writer != nil && !$0.isPackage }
      .randomElement(using: &random)
    guard let first, let second, let before = try said(old, first),
      let after = try said(new, second), try bring(old, first), let brought = try question(),
      before.isAlike(after), brought.content.externalID == nil
    else { return }
    let mine = try edit(brought)
    guard try bring(new, second), let now = try question() else { return }
    let changesKey = Set(before.rightAnswers) != Set(after.rightAnswers)
    if let mine {
      try require("a person's edit is not taken back", mine.commentary == now.content.commentary)
    }
    let key = Set((mine ?? brought.content).rightAnswers)
    let kept = key == Set(brought.content.rightAnswers) && changesKey
    try require(
      kept ? "a corrected key arrives" : "a person's key is not taken back",
      Set(now.content.rightAnswers) == (kept ? Set(after.rightAnswers) : key))
    let there = mine ?? brought.content
    try require(
      "a file empties nothing",
      (there.commentary.isEmpty || !now.content.commentary.isEmpty)
        && (there.tags.isEmpty || !now.content.tags.isEmpty)
        && (there.title == nil || now.content.title != nil))
    guard try bring(new, second), let again = try question() else { return }
    try require("an unchanged file changes nothing", again == now)
  }

  private func require(_ rule: String, _ holds: Bool) throws {
    guard holds else {
      throw SimulationFailure(
        rule: rule, detail: "\(String(describing: try question()?.content))")
    }
  }

  /// A question, and the version of it that its author has corrected.
  private mutating func versions() -> (QuestionContent, QuestionContent) {
    let solutions: [(Solution, Solution)] = [
      (.single(0), .single(1)), (.single(2), .single(0)),
      (
        .text(TextSolution(accepted: [AcceptedText("Lima")])),
        .text(TextSolution(accepted: [AcceptedText("Quito"), AcceptedText("Lima")]))
      ),
      (
        .number(NumberSolution(accepted: [AcceptedNumber(.value(6, tolerance: 0))])),
        .number(NumberSolution(accepted: [AcceptedNumber(.value(8, tolerance: 0))]))
      ),
      (.card(CardSolution(back: "cat")), .card(CardSolution(back: "dog"))),
    ]
    let (first, second) = solutions.randomElement(using: &random) ?? solutions[0]
    var old = QuestionContent(
      text: RandomQuestion.text(serial, "Legs"),
      choices: first.kind == .single ? ["six", "eight", "ten"].map { Choice($0) } : [],
      solution: first, commentary: "because", tags: ["t1"], title: "Spider")
    if Bool.random(using: &random) { old.commentary = "" }
    var new = old
    if Bool.random(using: &random) { new.solution = second }
    if Bool.random(using: &random) { new.commentary = "because it is so" }
    return (old, new)
  }

  /// What a format says of a question; `nil` if it cannot hold it.
  private func said(
    _ content: QuestionContent, _ format: QuestionFormat
  ) throws -> QuestionContent? {
    let file = format.write([ExportedQuestion(content: content)], name: "again")
    guard let file, file.written == 1 else { return nil }
    let read = try QuestionFile.read(file.bytes, name: "again", format: format)
    return read.questions.count == 1 ? read.questions.first?.content : nil
  }

  /// Imports a file with one question.
  ///
  /// - Returns: Whether that was possible; the disk may be full.
  private func bring(_ content: QuestionContent, _ format: QuestionFormat) throws -> Bool {
    guard let models = device.program?.shell.models,
      let file = format.write([ExportedQuestion(content: content)], name: "again")
    else { return false }
    device.files.contents["again"] = String(decoding: file.bytes, as: UTF8.self)
    defer { device.files.contents["again"] = nil }
    do {
      try models.importer.run(
        ImportOptions(files: ["again"], format: format.name, deck: Self.deck))
      return true
    } catch is ImportError {
      return false
    }
  }

  /// Edits the question as a form does, most of the time.
  private mutating func edit(_ question: Question) throws -> QuestionContent? {
    guard let bank = device.program?.shell.models.bank, Int.random(in: 1...4, using: &random) > 1
    else { return nil }
    device.program?.wait(.seconds(1))
    var content = question.content
    content.commentary = "of mine"
    if Bool.random(using: &random), case .single = content.solution {
      content.solution = .single(1)
    }
    try bank.update(question, content: content)
    device.program?.wait(.seconds(1))
    return content
  }

  private func question() throws -> Question? {
    guard let store = device.program?.store else { return nil }
    return try StoreContext(store).fetch(FetchDescriptor<Question>())
      .last { RandomQuestion.serial(of: $0.content.text) == serial }
  }
}
