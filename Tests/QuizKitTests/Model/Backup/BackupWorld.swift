import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// A bank that has been used. It has two decks, one of them empty, three questions, notes, a
/// finished quiz and an unfinished one.
struct BackupWorld {
  let test: TestWorld

  init(_ store: any DataStore = MemoryStore(schema: QuestionBank.schema)) throws {
    test = TestWorld(store: store)
    try test.add([.sample("A"), .sample("B", correct: 1)], deck: "Letters")
    test.scheduler.advance(by: .seconds(10))
    try test.add([.sample("1", choices: 2)], deck: "Digits")
    try test.bank.makeDeck(named: "Empty")
    let notes = test.world.store
    let questions = try notes.fetch(FetchDescriptor<Question>())
    let now = test.world.now()
    notes.insert(
      StudyNote(about: .deck(questions[0].deckID), title: "t", body: "b", createdAt: now))
    notes.insert(StudyNote(about: .question(questions[2].id), title: "", body: "q", createdAt: now))
    try notes.save()
    try play([0, 0], count: 2, finish: true)
    try play([1], count: 3, finish: false)
  }

  /// Plays a quiz with one choice for each question, and shows its result or leaves it.
  func play(_ choices: [Int], count: Int, finish: Bool) throws {
    test.scheduler.advance(by: .milliseconds(1500))
    let session = try test.start(QuizOptions(count: count))
    for choice in choices {
      test.scheduler.advance(by: .seconds(1))
      try session.select(choice)
    }
    if finish { session.showResult() } else { session.leave() }
  }

  /// The backup that the exporter writes.
  func backup() throws -> String {
    try test.exporter.run(ExportOptions(file: "bank.json", replaces: true, isBackup: true))
    return test.files.texts["bank.json"] ?? ""
  }
}

extension BackupWorld {
  /// The progress of the unfinished quiz.
  var left: AttemptProgress {
    get throws { try #require(try test.all(AttemptProgress.self).first) }
  }
}

extension AttemptProgress {
  /// A copy without its number. No other record refers to that number.
  var unnumbered: AttemptProgress {
    var copy = self
    copy.id = .unassigned
    return copy
  }
}

extension TestWorld {
  /// Reads a backup and returns the result.
  @discardableResult
  func restore(
    _ backup: String, dryRun: Bool = false, questionsOnly: Bool = false, deck: String? = nil
  ) throws -> ImportOutcome? {
    files.texts["bank.json"] = backup
    var report: ImportOutcome?
    let handle = self.importer.outcomes.observe { report = $0 }
    defer { handle.dispose() }
    try self.importer.run(
      ImportOptions(
        files: ["bank.json"], deck: deck, dryRun: dryRun, questionsOnly: questionsOnly))
    return report
  }

  func all<R: StoredRecord>(_ type: R.Type) throws -> [R] {
    try self.world.store.fetch(FetchDescriptor<R>())
  }
}
