import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct ExamBookTests {
  private let test = TestWorld()
  private var book: ExamBook { test.exams }

  static func blueprint(
    _ questions: Int = 2, of sources: [ExamBlueprint.Source] = [], time: Int? = nil
  ) -> ExamBlueprint {
    ExamBlueprint(
      questions: questions, timeLimit: time, passMark: Percent(hundredths: 6000),
      sections: [.init("All", .share(percent: .all), of: sources)])
  }

  private var names: [String] { get throws { try book.exams().map(\.name) } }

  @Test func `an exam is saved, changed and found by its name`() throws {
    let exam = try book.add("  Final ", Self.blueprint())
    #expect(try names == ["Final"])
    let changed = try book.change(exam, to: "Finals", Self.blueprint(3))
    #expect(try book.exam(named: "Finals") == changed)
    #expect(throws: ExamRefusal.unknownExam("Final", known: ["Finals"])) {
      try book.exam(named: "Final")
    }
  }

  @Test func `a name is not empty and no other exam has it`() throws {
    let exam = try book.add("A", Self.blueprint())
    try book.add("B", Self.blueprint())
    #expect(throws: ExamRefusal.nameTaken("A")) { try book.add("A", Self.blueprint()) }
    #expect(throws: ExamRefusal.nameTaken("B")) { try book.change(exam, to: "B", exam.blueprint) }
    #expect(throws: ExamFault.noName) { try book.add(" \u{3000}", Self.blueprint()) }
    #expect(throws: ExamFault.notACount("0")) { try book.add("C", Self.blueprint(0)) }
    try book.change(exam, to: "A", Self.blueprint(5))
    #expect(try names == ["A", "B"])
  }

  @Test func `an exam that was changed elsewhere is not overwritten`() throws {
    let exam = try book.add("A", Self.blueprint())
    try book.change(exam, to: "A", Self.blueprint(7))
    #expect(throws: SaveFailure.self) { try book.change(exam, to: "A", Self.blueprint(8)) }
    #expect(try book.exam(named: "A").blueprint.questions == 7)
  }

  @Test func `what was done to exams is undone and redone`() throws {
    let exam = try book.add("A", Self.blueprint())
    try book.change(exam, to: "A", Self.blueprint(7))
    #expect(test.bank.undoHistory.next?.change == .edit)
    #expect(test.bank.undoHistory.next?.exams == 1)
    try book.delete(["A"])
    #expect(test.bank.undoHistory.next?.change == .deletion)
    try test.bank.undoHistory.undo()
    #expect(try book.exam(named: "A").blueprint.questions == 7)
    try test.bank.undoHistory.undo()
    #expect(try book.exam(named: "A").blueprint.questions == 2)
    #expect(test.bank.undoHistory.next?.change == .registration)
    try test.bank.undoHistory.undo()
    #expect(try names.isEmpty)
    try test.bank.undoHistory.redo()
    #expect(try names == ["A"])
  }

  @Test func `a deleted exam comes back from the trash, with another name where its own is taken`()
    throws
  {
    try book.add("A", Self.blueprint())
    try book.delete(["A"])
    try book.add("A", Self.blueprint(9))
    let entries = test.trash.available(try test.trash.liveEntries().value)
    #expect(entries.map(\.kind) == [.exam])
    #expect(entries.map(\.text) == ["A"])
    try test.trash.restore(entries.map(\.id))
    #expect(try names == ["A", "A (2)"])
    #expect(try book.exam(named: "A (2)").blueprint.questions == 2)
  }

  @Test func `an exam follows a deck that gets another name, and its undo`() throws {
    try test.add([.sample("Q")], deck: "Old")
    try book.add("A", Self.blueprint(1, of: [.deck(name: "Old"), .tag(name: "Old")]))
    try test.bank.renameDeck("Old", to: "New")
    func sources() throws -> [ExamBlueprint.Source] {
      try book.exam(named: "A").blueprint.sections[0].sources
    }
    #expect(try sources() == [.deck(name: "New"), .tag(name: "Old")])
    #expect(test.bank.undoHistory.next?.change == .renaming)
    try test.bank.undoHistory.undo()
    #expect(try sources() == [.deck(name: "Old"), .tag(name: "Old")])
    #expect(try test.bank.decks().map(\.name) == ["Old"])
  }

  @Test func `a backup has the exams, and brings them back once`() throws {
    try test.add([.sample("Q")])
    try book.add("A", Self.blueprint())
    try test.exporter.run(ExportOptions(file: "b.json", isBackup: true))
    let target = TestWorld(files: test.files.texts)
    var restored: [RestoredRecords?] = []
    let handle = target.importer.outcomes.observe { restored += $0.files.map(\.restored) }
    defer { handle.dispose() }
    try target.importer.run(ImportOptions(files: ["b.json"]))
    try target.importer.run(ImportOptions(files: ["b.json"]))
    #expect(restored.map { $0?.exams } == [1, 0])
    #expect(restored.map { $0?.duplicates } == [0, 1])
    #expect(try target.exams.exams().map(\.blueprint) == [Self.blueprint()])
  }

  @Test func `an exam has notes, which go and come with it, and are in a backup`() throws {
    let exam = try book.add("A", Self.blueprint())
    _ = try test.notes.add(about: .exam(exam.id), NoteBook.Content(title: "T", body: ""))
    #expect(try test.notes.names(of: .exam(exam.id)) == NoteBook.Names(exam: "A"))
    #expect(try test.notes.notes(.init(subject: .exam(exam.id))).map(\.title) == ["T"])
    try test.add([.sample("Q")])
    try test.exporter.run(ExportOptions(file: "b.json", isBackup: true))
    let target = TestWorld(files: test.files.texts)
    try target.importer.run(ImportOptions(files: ["b.json"]))
    let other = try target.exams.exam(named: "A")
    #expect(try target.notes.notes(.init(subject: .exam(other.id))).map(\.title) == ["T"])
    try book.delete(["A"])
    #expect(try test.notes.notes(.init()).isEmpty)
    let entries = test.trash.available(try test.trash.liveEntries().value)
    #expect(entries.map(\.kind) == [.exam])
    try test.trash.restore(entries.map(\.id))
    #expect(try test.notes.notes(.init(subject: .exam(exam.id))).map(\.title) == ["T"])
  }

  @Test func `an import updates the exam of that name, unless it is to be kept`() throws {
    let text = ExamWriter.text("A", Self.blueprint(5))
    test.files.texts["a.exam"] = text
    try book.add("A", Self.blueprint(4))
    try test.importer.run(ImportOptions(files: ["a.exam"], keepsExisting: true))
    #expect(try book.exam(named: "A").blueprint.questions == 4)
    try test.importer.run(ImportOptions(files: ["a.exam"], dryRun: true))
    #expect(try book.exam(named: "A").blueprint.questions == 4)
    try test.importer.run(ImportOptions(files: ["a.exam", "a.exam"]))
    #expect(try book.exam(named: "A").blueprint.questions == 5)
    try test.bank.undoHistory.undo()
    #expect(try book.exam(named: "A").blueprint.questions == 4)
  }

  @Test func `a file with a fault brings nothing in`() throws {
    test.files.texts["a.exam"] = "exam A\nquestions 1, pass 50%\nexam B\nquestions 1"
    var codes: [String] = []
    let handle = test.importer.failures.observe { codes.append($0.code) }
    defer { handle.dispose() }
    try test.importer.run(ImportOptions(files: ["a.exam"]))
    #expect(codes == ["no-pass-mark"])
    #expect(try names.isEmpty)
  }

  @Test func `what is exported is imported as the same exam`() throws {
    try book.add(
      "A b", Self.blueprint(12, of: [.tag(name: "x, y"), .deck(name: "D: 1")], time: 90))
    let wanted = ExamExport("A b", language: .english)
    try test.examExporter.run(ExportOptions(file: "a.exam", exam: wanted), wanted)
    let before = try book.exam(named: "A b").blueprint
    try book.delete(["A b"])
    try test.importer.run(ImportOptions(files: ["a.exam"]))
    #expect(try book.exam(named: "A b").blueprint == before)
  }

  @Test func `an exam file needs a name, and a name a file for exams`() throws {
    try test.add([.sample("Q")])
    try book.add("A", Self.blueprint(1))
    let wanted = ExamExport("A", seed: 1, language: .english)
    func code(_ options: ExportOptions) -> String? {
      do {
        if let exam = options.exam {
          try test.examExporter.run(options, exam)
        } else {
          try test.exporter.run(options)
        }
        return nil
      } catch {
        return (error as? any ReportableError)?.code
      }
    }
    #expect(code(ExportOptions(file: "a.exam")) == "exam-not-named")
    #expect(code(ExportOptions(file: "a.html")) == "exam-not-named")
    #expect(code(ExportOptions(file: "a.csv", exam: wanted)) == "unknown-format")
    #expect(code(ExportOptions(file: "a.exam", exam: wanted)) == "option-not-for-format")
    #expect(code(ExportOptions(file: "a.html", deck: "D", exam: wanted)) == "option-not-for-format")
    #expect(
      code(ExportOptions(file: "a.html", exam: ExamExport("B", language: .english)))
        == "unknown-exam")
    #expect(code(ExportOptions(file: "a.html", exam: wanted)) == nil)
    #expect(code(ExportOptions(file: "a.html", exam: wanted)) == "file-exists")
  }
}
