import Foundation
import TestKit
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Tests importing a file again after its author, a person or both have changed something.
@Suite struct CorrectionTests {
  private static let spider = "question,choice1,choice2,choice3,correct,commentary,tags\n"
  private static let marked = "id," + spider
  private static let first = "Legs of a spider?,6,8,10,1,,\n"
  private static let second = "Legs of a spider?,6,8,10,2,Now right.,animals\n"

  private let test: TestWorld

  init() { test = TestWorld() }

  @discardableResult
  private func take(
    _ text: String, _ name: String = "w.csv", _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportOutcome {
    test.files.texts[name] = text
    var options = ImportOptions(files: [name], deck: "Deck")
    change(&options)
    var report: ImportOutcome?
    let handle = test.importer.outcomes.observe { report = $0 }
    defer { handle.dispose() }
    try test.importer.run(options)
    return try #require(report)
  }

  private var questions: [Question] {
    get throws { try test.world.store.fetch(FetchDescriptor<Question>()) }
  }

  private var only: Question {
    get throws {
      let questions = try questions
      #expect(questions.count == 1)
      return try #require(questions.first)
    }
  }

  private func edit(_ change: (inout QuestionContent) -> Void) throws {
    test.scheduler.advance(by: .seconds(60))
    let question = try only
    var content = question.content
    change(&content)
    try test.bank.update(question, content: content)
    test.scheduler.advance(by: .seconds(60))
  }

  struct Pair: Sendable, CustomTestStringConvertible {
    var name: String
    var before: String
    var after: String
    var right: [String]
    var testDescription: String { name }

    /// Whether an answer that was right is right no more; `nil` where the right texts tell it.
    let isKeyChanged: Bool?

    init(
      _ name: String, _ before: String, _ after: String, _ right: [String],
      isKeyChanged: Bool? = nil
    ) {
      (self.name, self.before, self.after, self.right) = (name, before, after, right)
      self.isKeyChanged = isKeyChanged
    }
  }

  static let pairs = [
    Pair("w.csv", spider + first, spider + second, ["8"]),
    Pair("w.csv", marked + "q1," + first, marked + "q1," + second, ["8"]),
    Pair(
      "z.gift", "Legs of a spider? {=6 ~8 ~10}\n", "Legs of a spider? {~6 =8 ~10}\n", ["8"]),
    Pair(
      "z.txt", "Legs of a spider?\nA. 6\nB. 8\nANSWER: A\n",
      "Legs of a spider?\nA. 6\nB. 8\nANSWER: B\n", ["8"]),
    Pair(
      "z.md", "# Legs of a spider?\n\n- [x] 6\n- [ ] 8\n",
      "# Legs of a spider?\n\n- [ ] 6\n- [x] 8\n",
      ["8"]),
    Pair(
      "z.gift", "Capital of Peru? {=Lima}\n", "Capital of Peru? {=Lima =Lima City}\n",
      ["Lima", "Lima City"]),
    Pair("z.gift", "Legs? {#6}\n", "Legs? {#8}\n", ["8"]),
    Pair("z.gift", "A spider is an insect. {T}\n", "A spider is an insect. {F}\n", ["False"]),
    Pair("z.txt", "perro\tcat\n", "perro\tdog\n", ["dog"]),
    Pair(
      "z.gift", "Match. {=a -> 1 =b -> 2}\n", "Match. {=a -> 2 =b -> 1}\n", ["a – 2", "b – 1"]),
    Pair(
      "z.json",
      #"{"format":"qa-repl","version":3,"questions":[{"kind":"order","text":"O?","choices":["a","b"]}]}"#,
      #"{"format":"qa-repl","version":3,"questions":[{"kind":"order","text":"O?","choices":["b","a"]}]}"#,
      ["b", "a"], isKeyChanged: true),
    Pair(
      "z.gift", "Which? {=6 ~8 ~10}\n", "Which? {~%50%6 ~%50%8 ~%-100%10}\n", ["6", "8"],
      isKeyChanged: true),
  ]

  @Test(arguments: pairs)
  func `a corrected key arrives, and an unchanged file changes nothing`(_ pair: Pair) throws {
    let isCards = pair.before.contains("perro")
    let named: (inout ImportOptions) -> Void = { if isCards { $0.format = "anki" } }
    #expect(try take(pair.before, pair.name, named).counts == ImportCounts(imported: 1))
    let before = try only
    #expect(try take(pair.before, pair.name, named).counts == ImportCounts(duplicates: 1))
    #expect(try only == before)
    test.scheduler.advance(by: .seconds(60))
    let dry = try take(pair.after, pair.name) {
      named(&$0)
      $0.dryRun = true
    }
    #expect(dry.counts == ImportCounts(updated: 1))
    #expect(try only == before)
    let report = try take(pair.after, pair.name, named)
    #expect(report.counts == ImportCounts(updated: 1))
    #expect(report.decks == ["Deck"])
    let after = try only
    #expect(after.id == before.id)
    #expect(after.content.rightAnswers == pair.right)
    let isKeyChanged =
      pair.isKeyChanged ?? !Set(before.content.rightAnswers).isSubset(of: pair.right)
    #expect((after.keyChangedAt != nil) == isKeyChanged)
    #expect(try take(pair.after, pair.name, named).counts == ImportCounts(duplicates: 1))
    #expect(try only == after)
    try test.bank.undoHistory.undo()
    #expect(try only == before)
  }

  @Test func `commentary and tags arrive with the key`() throws {
    try take(Self.spider + Self.first)
    try take(Self.spider + Self.second)
    #expect(try only.content.commentary == "Now right.")
    #expect(try only.content.tags == ["animals"])
  }

  @Test func `a new commentary changes no key`() throws {
    let head = "question,choice1,choice2,choice3,correct"
    try take(head + "\nLegs of a spider?,six,ate,ten,2\n")
    let report = try take(head + ",commentary\nLegs of a spider?,six,ate,ten,2,Because.\n")
    #expect(report.counts == ImportCounts(updated: 1))
    #expect(try only.content.commentary == "Because.")
    #expect(try only.keyChangedAt == nil)
  }

  @Test(arguments: [false, true])
  func `what a person mended stays when the unchanged file comes again`(marked: Bool) throws {
    let text = marked ? Self.marked + "q1," + Self.first : Self.spider + Self.first
    try take(text)
    try edit {
      $0.solution = .single(1)
      $0.commentary = "Mine."
    }
    let mended = try only
    #expect(try take(text).counts == ImportCounts(duplicates: 1))
    #expect(try only == mended)
  }

  @Test(arguments: [false, true])
  func `what both changed stays and is named, and --theirs takes it`(marked: Bool) throws {
    let head = marked ? Self.marked + "q1," : Self.spider
    try take(head + "Legs of a spider?,6,8,10,1,Old.,\n")
    try edit {
      $0.solution = .single(2)
      $0.commentary = "Mine."
    }
    for _ in 0..<2 {
      let report = try take(head + Self.second)
      #expect(report.counts.differsHere == 1)
      #expect(report.problems.map(\.code) == ["differs-here"])
      #expect(report.problems.first?.line == 2)
      let said = report.problems.first?.message(in: .english) ?? ""
      #expect(said.contains("the right answer, the commentary"))
      #expect(report.problems.first?.level == .warning)
      let content = try only.content
      #expect(content.rightAnswers == ["10"])
      #expect(content.commentary == "Mine.")
      #expect(content.tags == ["animals"])
    }
    let report = try take(head + Self.second) { $0.takesTheirs = true }
    #expect(report.counts == ImportCounts(updated: 1))
    #expect(try only.content.rightAnswers == ["8"])
    #expect(try only.content.commentary == "Now right.")
  }

  @Test func `a correction of one field arrives beside a person's edit of another`() throws {
    try take(Self.spider + Self.first)
    try edit { $0.commentary = "Mine." }
    let report = try take(Self.spider + "Legs of a spider?,6,8,10,2,,\n")
    #expect(report.counts == ImportCounts(updated: 1))
    #expect(try only.content.rightAnswers == ["8"])
    #expect(try only.content.commentary == "Mine.")
  }

  @Test func `where a person said first what the file says now, its next correction arrives`()
    throws
  {
    try take(Self.spider + "Legs of a spider?,6,8,10,1,,\n")
    try edit { $0.solution = .single(1) }
    #expect(
      try take(Self.spider + "Legs of a spider?,6,8,10,2,,\n").counts
        == ImportCounts(duplicates: 1))
    #expect(
      try take(Self.spider + "Legs of a spider?,6,8,10,3,,\n").counts == ImportCounts(updated: 1))
    #expect(try only.content.rightAnswers == ["10"])
  }

  @Test func `each accepted text takes its own feedback of the file`() throws {
    try take("Capital of Peru? {=Lima#Yes =Lima City#So}\n", "z.gift")
    try take("Capital of Peru? {=Lima#Right =Lima City#As well}\n", "z.gift")
    #expect(try only.content.solution.accepted.map(\.feedback) == ["Right", "As well"])
  }

  @Test(arguments: [
    ("{#=6 =%50%8}", "{#=8}"), ("{=six =%50%8}", "{=8}"), ("{=six =%50%8 =%20%a}", "{=8 =%20%a}"),
  ])
  func `what was credit a part and is right now is accepted once`(before: String, after: String)
    throws
  {
    try take("Legs of a spider? \(before)\n", "z.gift")
    try take("Legs of a spider? \(after)\n", "z.gift")
    #expect(try only.content.rightAnswers == ["8"])
    #expect(try only.content.solution.accepted.map(\.text).filter { $0 == "8" }.count == 1)
  }

  @Test func `a question that a person reworded is found, and stays as it is`() throws {
    try take(Self.spider + Self.first)
    try edit { $0.text = "How many legs has a spider?" }
    #expect(try take(Self.spider + Self.first).counts == ImportCounts(duplicates: 1))
    #expect(try take(Self.spider + Self.second).counts == ImportCounts(updated: 1))
    #expect(try only.content.text == "How many legs has a spider?")
    #expect(try only.content.rightAnswers == ["8"])
  }

  @Test func `a format that holds less empties nothing`() throws {
    let gift =
      "// [tag:animals]\n::Title::Legs of a spider? {~6#Too few. =8#Yes. ####Because.}\n"
    try take(gift, "z.gift")
    let before = try only.content
    #expect(before.commentary == "Because.")
    #expect(before.tags == ["animals"])
    let aiken = "Legs of a spider?\nA. 6\nB. 8\nANSWER: B\n"
    #expect(try take(aiken, "z.txt").counts == ImportCounts(duplicates: 1))
    #expect(try only.content == before)
    let corrected = aiken.replacing("ANSWER: B", with: "ANSWER: A")
    #expect(try take(corrected, "z.txt").counts == ImportCounts(updated: 1))
    var wanted = before
    wanted.solution = .single(0)
    #expect(try only.content == wanted)
  }

  @Test func `of equally good choices a format without weights names one`() throws {
    let gift = "Which? {=6 =8 ~10}\n"
    try take(gift, "z.gift")
    let before = try only
    let aiken = "Which?\nA. 6\nB. 8\nC. 10\nANSWER: A\n"
    if before.content.kind == .single {
      #expect(try take(aiken, "z.txt").counts == ImportCounts(duplicates: 1))
      #expect(try only == before)
    }
  }

  @Test func `no file takes what a person wrote in a form`() throws {
    let intake = try BankIntake(test.bank, allowDuplicates: true)
    var content = QuestionContent.sample("A")
    content.commentary = ""
    try intake.add(content, deck: "Other")
    try intake.save()
    try test.bank.delete(try questions.map(\.id))
    try test.bank.register(
      QuestionContent(
        text: "Legs of a spider?", choices: ["6", "8", "10"].map { Choice($0) },
        solution: .single(1)), deck: "Deck")
    let report = try take(Self.spider + Self.first)
    #expect(report.counts == ImportCounts(differsHere: 1))
    #expect(try only.content.rightAnswers == ["8"])
  }

  @Test func `in a bank of before the file is taken where nobody edited, and named elsewhere`()
    throws
  {
    try take(Self.spider + Self.first)
    #expect(try only.said == nil)
    var question = try only
    question.content.commentary = "Mine."
    question.changedAt = question.createdAt + 60
    try test.bank.store.transaction { try test.bank.store.update(question) }
    let report = try take(Self.spider + Self.second)
    #expect(report.counts == ImportCounts(updated: 1, differsHere: 1))
    #expect(try only.content.rightAnswers == ["6"])
    #expect(try only.content.commentary == "Mine.")
    #expect(try only.content.tags == ["animals"])
  }

  @Test func `questions that ask the same with other keys stay apart`() throws {
    let both = Self.spider + Self.first + "Legs of a spider?,6,8,10,2,,\n"
    try take(both)
    let before = try questions
    #expect(try take(both).counts == ImportCounts(duplicates: 2))
    let turned = Self.spider + "Legs of a spider?,6,8,10,2,,\n" + Self.first
    #expect(try take(turned).counts == ImportCounts(duplicates: 2))
    #expect(try questions == before)
    let third = Self.spider + Self.first + "Legs of a spider?,6,8,10,3,,\n"
    #expect(try take(third).counts == ImportCounts(updated: 1, duplicates: 1))
    #expect(try questions.map(\.content.rightAnswers) == [["6"], ["10"]])
    let kept = try take(Self.spider + Self.first) { $0.allowDuplicates = true }
    #expect(kept.counts == ImportCounts(imported: 1))
  }

  @Test func `questions with other identifiers are other questions`() throws {
    try take(Self.marked + "q1," + Self.first)
    #expect(try take(Self.marked + "q2," + Self.second).counts == ImportCounts(imported: 1))
  }

  @Test func `a backup brings the date of a changed key, and takes nothing newer back`() throws {
    try take(Self.spider + Self.first)
    try edit { $0.solution = .single(1) }
    let changed = try #require(try only.keyChangedAt)
    try test.exporter.run(ExportOptions(file: "b.json", isBackup: true))
    let backup = try #require(test.files.texts["b.json"])
    #expect(backup.contains("keyChanged"))
    #expect(!backup.contains("\"said\""))
    let other = TestWorld(files: ["b.json": backup])
    try other.importer.run(ImportOptions(files: ["b.json"]))
    let restored = try other.world.store.fetch(FetchDescriptor<Question>())
    #expect(restored.map(\.keyChangedAt) == [changed])
    try edit { $0.solution = .single(2) }
    try test.importer.run(ImportOptions(files: ["b.json"]))
    #expect(try only.content.rightAnswers == ["10"])
  }
}

/// Tests that what a file last said is known after a restart, and that a correction goes from one
/// device to another.
@Suite struct LaterCorrectionTests {
  private static let head = "question,choice1,choice2,choice3,correct,commentary\n"
  private static let first = head + "Legs of a spider?,6,8,10,1,\n"
  private static let second = head + "Legs of a spider?,6,8,10,2,Now right.\n"

  private func take(_ text: String, in test: TestWorld) throws -> ImportCounts {
    test.files.texts["w.csv"] = text
    var counts: ImportCounts?
    let handle = test.importer.outcomes.observe { counts = $0.counts }
    defer { handle.dispose() }
    try test.importer.run(ImportOptions(files: ["w.csv"], deck: "Deck"))
    return try #require(counts)
  }

  private func only(in test: TestWorld) throws -> Question {
    let questions = try test.bank.store.fetch(FetchDescriptor<Question>())
    #expect(questions.count == 1)
    return try #require(questions.first)
  }

  /// Lets a program do something on a bank, an hour after the one before it.
  private func inProgram<Result>(
    _ number: Int, _ kind: StoreKind, on disk: SimulatedDisk, _ work: (TestWorld) throws -> Result
  ) throws -> Result {
    let store = try kind.open(on: disk, schema: QuestionBank.schema)
    let test = TestWorld(store: store)
    test.scheduler.advance(by: .seconds(3600 * number))
    let result = try work(test)
    try store.close()
    return result
  }

  @Test(arguments: StoreKind.inFiles)
  func `between two imports, an edit and the next import the program may end`(_ kind: StoreKind)
    throws
  {
    let disk = SimulatedDisk()
    let counts = { (number: Int, text: String) in
      try inProgram(number, kind, on: disk) { try take(text, in: $0) }
    }
    #expect(try counts(1, Self.first) == ImportCounts(imported: 1))
    try inProgram(2, kind, on: disk) { test in
      let question = try only(in: test)
      var content = question.content
      content.commentary = "Mine."
      try test.bank.update(question, content: content)
    }
    #expect(try counts(3, Self.first) == ImportCounts(duplicates: 1))
    #expect(try counts(4, Self.second) == ImportCounts(updated: 1, differsHere: 1))
    #expect(try counts(5, Self.second) == ImportCounts(differsHere: 1))
    try inProgram(6, kind, on: disk) { test in
      let question = try only(in: test)
      #expect(question.content.rightAnswers == ["8"])
      #expect(question.content.commentary == "Mine.")
      #expect(question.keyChangedAt == Date(timeIntervalSince1970: 4 * 3600))
    }
  }

  private func exchange(_ devices: [SyncDevice]) throws {
    for device in devices + devices {
      device.fetch(devices)
      try device.synchronize()
    }
  }

  @Test func `a correction goes to the other device, which knows the file then`() throws {
    var time = 1_800_000_000.0
    let now = { Date(timeIntervalSince1970: time) }
    let devices = try [SyncDevice(1, now: now), SyncDevice(2, now: now)]
    let (laptop, desktop) = (devices[0], devices[1])
    try laptop.take(Self.first)
    try exchange(devices)
    time += 60
    #expect(try desktop.take(Self.first) == ImportCounts(duplicates: 1))
    #expect(try laptop.take(Self.second) == ImportCounts(updated: 1))
    try exchange(devices)
    let corrected = try #require(try desktop.questions().first)
    #expect(corrected.content.rightAnswers == ["8"])
    #expect(corrected.keyChangedAt == now())
    time += 60
    // An older copy of the file, which the desktop has seen, takes nothing back.
    for text in [Self.first, Self.second, Self.second] {
      #expect(try desktop.take(text) == ImportCounts(duplicates: 1))
    }
    let after = try #require(try desktop.questions().first)
    #expect(after.content == corrected.content)
    #expect(after.changedAt == corrected.changedAt)
    #expect(try desktop.synchronize().published == 0)
    #expect(try BankContent(laptop.store) == BankContent(desktop.store))
  }

  @Test func `what a person mended on one device stays on the other when the file comes there`()
    throws
  {
    var time = 1_800_000_000.0
    let now = { Date(timeIntervalSince1970: time) }
    let devices = try [SyncDevice(1, now: now), SyncDevice(2, now: now)]
    let (laptop, desktop) = (devices[0], devices[1])
    try laptop.take(Self.first)
    time += 60
    let question = try #require(try laptop.questions().first)
    var content = question.content
    (content.solution, content.commentary) = (.single(2), "Mine.")
    try laptop.bank.update(question, content: content)
    try exchange(devices)
    time += 60
    // The desktop has never seen the file, only a question that somebody edited.
    for text in [Self.first, Self.second] {
      #expect(try desktop.take(text) == ImportCounts(differsHere: 1))
    }
    try exchange(devices)
    for device in devices {
      let content = try #require(try device.questions().first).content
      #expect(content.rightAnswers == ["10"])
      #expect(content.commentary == "Mine.")
    }
  }
}
