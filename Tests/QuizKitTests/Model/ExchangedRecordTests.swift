import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Makes sure that every possible record comes back unchanged from other devices, from backups and
/// from files.
@Suite struct ExchangedRecordTests {
  private let coder = FieldCoder()

  // MARK: Possible records of a bank

  private static func questions() throws -> [Question] {
    try GeneratedRecords.records(Question.self).filter {
      $0.fault == nil && $0.content.choices.count <= QuestionContent.maximumChoices
        && $0.createdAt.isOnCalendars && $0.changedAt.isOnCalendars
    }
  }

  private static func decks() throws -> [Deck] {
    try GeneratedRecords.records(Deck.self).filter(\.isPlausible)
  }

  private static func exams() throws -> [Exam] {
    try GeneratedRecords.records(Exam.self).filter { $0.fault == nil && $0.isPlausible }
  }

  private static func notes() throws -> [StudyNote] {
    try GeneratedRecords.records(StudyNote.self).filter(\.isPlausible)
  }

  private static func attempts() throws -> [Attempt] {
    try GeneratedRecords.records(Attempt.self).filter { $0.isPlausible && !$0.items.isEmpty }
  }

  private static func answers() throws -> [Answer] {
    try GeneratedRecords.records(Answer.self).filter { $0.isPlausible && $0.position == 0 }
  }

  /// Whether a form or an import can produce such a question. Its texts must look as if they were
  /// typed, and the right answer must have a positive weight.
  private static func canBeTyped(_ content: QuestionContent) -> Bool {
    var texts = content.choices.flatMap { [$0.text, $0.feedback] } + content.tags
    texts += content.solution.feedbacks + [content.commentary, content.title ?? ""]
    let fault: Fault?
    switch content.solution {
    case .single, .trueFalse: fault = nil
    case .several(let solution): fault = solution.draftFault(among: content.choices.count)
    case .text(let solution):
      fault = solution.draftFault
      texts += solution.accepted.map(\.pattern)
    case .number(let solution): fault = solution.draftFault
    case .card, .gaps, .order, .match:
      fault = content.solution.partFault(in: content.text)
      texts += content.solution.texts
    }
    return fault == nil && texts.allSatisfy { FieldText.make($0) == $0 }
      && (content.choices.map(\.text) + content.tags).allSatisfy { !$0.isEmpty }
  }

  // MARK: Other devices

  /// The fields of a record after its line was written and read.
  private func sent(_ kind: RecordKind, _ fields: FieldCoder.Fields) throws -> FieldCoder.Fields {
    let clock = HybridClock(0, device: DeviceIdentity(1))
    let line = SyncLine(kind: kind.rawValue, key: "key", state: RecordState(fields, at: clock))
    return try line.bytes.withBytes { bytes throws(JSONFault) in
      let tape = JSONTape()
      try tape.read(bytes)
      return try SyncLine(tape).state.values
    }
  }

  private func expectReturn<R>(
    _ kind: RecordKind, _ records: [R], atLeast count: Int, fields: (R) throws -> FieldCoder.Fields,
    read: (FieldCoder.Fields, R) throws -> FieldCoder.Fields
  ) throws {
    var sent = 0
    for record in records {
      // A record that the store cannot write cannot be in a bank.
      guard let fields = try? fields(record) else { continue }
      sent += 1
      do {
        #expect(try read(self.sent(kind, fields), record) == fields, "\(record)")
      } catch {
        Issue.record("\(error) for \(record)")
      }
    }
    #expect(sent >= count)
  }

  private func expectReturn<R: BankRecord>(_ records: [R], atLeast count: Int) throws {
    try expectReturn(R.kind, records, atLeast: count) { record in
      try coder.fields(of: record) { "\($0.rawValue) \($1)" }
    } read: { fields, record in
      let back = try coder.record(R.self, fields, record.id) { kind, key in
        Int64(key.dropFirst(kind.rawValue.count + 1)) ?? 0
      }
      return try coder.fields(of: back) { "\($0.rawValue) \($1)" }
    }
  }

  @Test func `each record comes to other devices as it is`() throws {
    try expectReturn(Self.questions(), atLeast: 500)
    try expectReturn(Self.decks(), atLeast: 10)
    try expectReturn(Self.exams(), atLeast: 40)
    try expectReturn(Self.notes(), atLeast: 50)
    try expectReturn(.attempt, Self.attempts(), atLeast: 100) { attempt in
      try coder.fields(of: attempt, []) { "\($0)" }
    } read: { fields, attempt in
      try self.fields(ofQuiz: fields, attempt.id)
    }
    let attempt = try #require(try Self.attempts().first)
    try expectReturn(.attempt, Self.answers(), atLeast: 50) { answer in
      try coder.fields(of: attempt, [answer]) { "\($0)" }
    } read: { fields, _ in
      try self.fields(ofQuiz: fields, attempt.id)
    }
  }

  private func fields(
    ofQuiz fields: FieldCoder.Fields, _ id: Identifier<Attempt>
  ) throws -> FieldCoder.Fields {
    let (attempt, answers) = try coder.attempt(fields).records(at: id) { key in
      Identifier(rawValue: Int64(key) ?? 0)
    }
    return try coder.fields(of: attempt, answers) { "\($0)" }
  }

  // MARK: Files

  /// Inserts records whose names all differ.
  private func fill(_ store: StoreContext) throws {
    var deckID = Identifier<Deck>.unassigned
    for (number, deck) in try Self.decks().enumerated() {
      var deck = deck
      (deck.id, deck.name) = (.unassigned, "deck \(number)")
      deckID = store.insert(deck)
    }
    var questionID = Identifier<Question>.unassigned
    let questions = try Self.questions().filter { Self.canBeTyped($0.content) }
    for (number, question) in questions.enumerated() {
      var question = question
      (question.id, question.deckID) = (.unassigned, deckID)
      (question.content.text, question.content.externalID) = ("question \(number)", nil)
      questionID = store.insert(question)
    }
    try store.save()
    questionID = store.resolve(questionID)
    for (number, exam) in try Self.exams().enumerated() {
      var exam = exam
      (exam.id, exam.name) = (.unassigned, "exam \(number)")
      store.insert(exam)
    }
    for (number, note) in try Self.notes().enumerated() {
      var note = note
      (note.id, note.title) = (.unassigned, "note \(number)")
      (note.deckID, note.examID, note.questionID) = (nil, nil, questionID)
      store.insert(note)
    }
    for (number, attempt) in try Self.attempts().enumerated() {
      var attempt = attempt
      (attempt.id, attempt.title) = (.unassigned, "quiz \(number)")
      for index in attempt.items.indices { attempt.items[index].questionID = questionID }
      store.insert(attempt)
    }
    let whole = try #require(try Self.attempts().first)
    for (number, answer) in try Self.answers().enumerated() {
      var (attempt, answer) = (whole, answer)
      (attempt.id, attempt.title) = (.unassigned, "answered quiz \(number)")
      for index in attempt.items.indices { attempt.items[index].questionID = questionID }
      (answer.id, answer.attemptID) = (.unassigned, store.insert(attempt))
      answer.questionID = questionID
      store.insert(answer)
    }
    try store.save()
  }

  @Test func `a backup brings everything back`() throws {
    let test = TestWorld()
    try fill(test.bank.store)
    try test.exporter.run(ExportOptions(file: "all.json", isBackup: true))
    let copy = TestWorld(files: ["all.json": try #require(test.files.texts["all.json"])])
    var problems: [Problem] = []
    let observation = copy.importer.outcomes.observe { problems = $0.files.flatMap(\.problems) }
    try copy.importer.run(ImportOptions(files: ["all.json"]))
    observation.dispose()
    #expect(problems.filter { $0.level == .error }.map(\.code) == [])
    let (before, after) = (try BankContent(test.bank.store), try BankContent(copy.bank.store))
    for part in [\BankContent.decks, \.questions, \.exams, \.notes, \.attempts] {
      let missing = Set(before[keyPath: part]).subtracting(after[keyPath: part])
      #expect(missing.isEmpty, "\(missing.sorted().first ?? "")")
      #expect(after[keyPath: part].count == before[keyPath: part].count)
    }
  }

  @Test func `an exam file has all of an exam`() throws {
    for exam in try Self.exams() {
      // Names of sections have the same restrictions as texts that users type.
      let text = ExamWriter.text("Exam", exam.blueprint)
      let file = try QuestionFile.read(Array(text.utf8), name: "x.exam")
      let read = BackupRecords(
        file.sections, of: .usual, file: "x.exam")
      #expect(read.exams.map(\.blueprint) == [exam.blueprint], "\(text)")
    }
  }

  @Test(arguments: ["gift", "csv", "tsv", "json", "anki", "markdown", "moodle-xml"])
  func `a file of questions has all numbers of their solutions`(_ name: String) throws {
    let format = try #require(QuestionFormat.named(name))
    var contents: [QuestionContent] = []
    for sample in try GeneratedRecords.samples()[Question.entityName] ?? [] {
      let numbers = GeneratedRecords.strange.filter {
        if case .number = $0 { true } else { false }
      }
      guard let solution = sample["content"]?["solution"] else { continue }
      for changed in solution.changedEverywhere(to: numbers) {
        var (record, content) = (sample, sample["content"] ?? .null)
        content["solution"] = changed
        record["content"] = content
        guard let question = try? GeneratedRecords.decode(Question.self, record.bytes),
          question.fault == nil, Self.canBeTyped(question.content)
        else { continue }
        var whole = question.content
        whole.text = "Question \(contents.count)?"
        contents.append(whole)
      }
    }
    let questions = contents.map { ExportedQuestion(content: $0) }
    #expect(questions.count > 50)
    let file = try #require(format.write(questions, name: "out"))
    let back = try QuestionFile.read(file.bytes, name: "out", format: format)
    let kept = questions.compactMap(format.kept)
    try #require(back.questions.count == kept.count)
    for (expected, after) in zip(kept, back.questions) {
      let (solution, other) = (after.content.solution, expected.content.solution)
      #expect(solution == other || solution == Self.rounded(other))
    }
  }

  /// The solution with its weights rounded to five decimal places in percent, as in Moodle's
  /// formats.
  private static func rounded(_ solution: Solution) -> Solution {
    func rounded(_ credit: Double) -> Double { (credit * 1e7).rounded() / 1e7 }
    switch solution {
    case .single, .trueFalse: return solution
    case .several(let several):
      guard let weights = several.weights?.map(rounded) else { return solution }
      return .several(SeveralSolution(weights: weights, choose: several.choose))
    case .text(var text):
      for index in text.accepted.indices {
        text.accepted[index].fraction = rounded(text.accepted[index].fraction)
      }
      return .text(text)
    case .number(var number):
      for index in number.accepted.indices {
        number.accepted[index].fraction = rounded(number.accepted[index].fraction)
      }
      return .number(number)
    case .card, .gaps, .order, .match: return solution
    }
  }
}
