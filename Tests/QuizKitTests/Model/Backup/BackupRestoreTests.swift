import Foundation
import TestKit
import Testing

@testable import QuizExchange
@testable import QuizKit

/// Tests restoring a backup into an empty bank.
@Suite struct BackupRestoreTests {
  @Test(arguments: StoreKind.allCases, StoreKind.allCases)
  func `what one store wrote another one reads, whole`(from: StoreKind, into: StoreKind) throws {
    let source = try BackupWorld(from.open(on: SimulatedDisk(), schema: QuestionBank.schema))
    let backup = try source.backup()
    let target = TestWorld(store: try into.open(on: SimulatedDisk(), schema: QuestionBank.schema))
    try target.restore(backup)
    #expect(try target.all(Deck.self) == source.test.all(Deck.self))
    #expect(try target.all(Question.self) == source.test.all(Question.self))
    #expect(try target.all(StudyNote.self) == source.test.all(StudyNote.self))
    #expect(try target.all(Attempt.self) == source.test.all(Attempt.self))
    #expect(try target.all(AttemptProgress.self).map(\.unnumbered) == [source.left.unnumbered])
    #expect(try target.all(Answer.self) == source.test.all(Answer.self))
  }

  @Test func `the backup of what came of a backup is the same file`() throws {
    var backups = [try BackupWorld().backup()]
    for _ in 1...2 {
      let target = TestWorld()
      try target.restore(backups[backups.count - 1])
      try target.exporter.run(ExportOptions(file: "again.json", isBackup: true))
      backups.append(try #require(target.files.texts["again.json"]))
    }
    // Only the first bank had a record that was deleted, so only its numbers have a gap.
    #expect(backups[2] == backups[1])
  }

  @Test func `the quiz that was left goes on`() throws {
    let target = TestWorld()
    try target.restore(try BackupWorld().backup())
    let session = try target.begun { try target.quizzes.resume(number: nil) }
    #expect(session.items.map(\.response?.choice) == [1, nil, nil])
  }

  @Test func `a quiz to which an older program gave a section of no exam comes back`() throws {
    let backup = try BackupWorld().backup().replacing(
      "\"questionID\":1}", with: "\"questionID\":1,\"section\":0}")
    let target = TestWorld()
    let report = try target.restore(backup)
    #expect(report?.restored == RestoredRecords(decks: 3, notes: 2, quizzes: 2, known: 0))
    #expect(report?.problems.isEmpty == true)
  }

  @Test func `it says what came beside the questions`() throws {
    let report = try TestWorld().restore(try BackupWorld().backup())
    #expect(report?.restored == RestoredRecords(decks: 3, notes: 2, quizzes: 2, known: 0))
    #expect(report?.counts.imported == 3)
  }

  @Test func `undo takes all of it back, and redo brings it again`() throws {
    let target = TestWorld()
    try target.restore(try BackupWorld().backup())
    var reversals: [Reversal] = []
    let handle = target.bank.undoHistory.reversals.observe { reversals.append($0) }
    defer { handle.dispose() }
    try target.bank.undoHistory.undo()
    #expect(try target.all(Deck.self).isEmpty)
    #expect(try target.all(StudyNote.self).isEmpty)
    #expect(try target.all(Attempt.self).isEmpty)
    #expect(try target.all(Answer.self).isEmpty)
    try target.bank.undoHistory.redo()
    #expect(try target.all(Answer.self).count == 3)
    #expect(reversals.map(\.change) == [.imported, .imported])
    #expect(reversals.map(\.quizzes) == [2, 2])
  }

  @Test func `a dry run says the same and changes nothing`() throws {
    let target = TestWorld()
    let report = try target.restore(try BackupWorld().backup(), dryRun: true)
    #expect(report?.restored?.quizzes == 2)
    #expect(try target.all(Attempt.self).isEmpty)
    #expect(try target.all(Deck.self).isEmpty)
  }

  @Test func `only the questions come when only they are wanted`() throws {
    let target = TestWorld()
    let report = try target.restore(try BackupWorld().backup(), questionsOnly: true)
    #expect(report?.restored == nil)
    #expect(try target.all(Question.self).count == 3)
    #expect(try target.all(Attempt.self).isEmpty)
    #expect(try target.bank.decks().map(\.name) == ["Letters", "Digits"])
  }

  @Test func `a deck that was named takes all questions, and the notes on their decks`() throws {
    let target = TestWorld()
    try target.restore(try BackupWorld().backup(), deck: "One")
    #expect(try target.bank.decks().map(\.name) == ["One"])
    #expect(try target.all(StudyNote.self).map(\.deckID) == [target.bank.decks()[0].id, nil])
    #expect(try target.all(Attempt.self).count == 2)
  }

  @Test func `a bank of decks alone is backed up as well`() throws {
    let source = TestWorld()
    try source.bank.makeDeck(named: "Empty")
    try source.exporter.run(ExportOptions(file: "bank.json", isBackup: true))
    let target = TestWorld()
    let report = try target.restore(source.files.texts["bank.json"] ?? "")
    #expect(try target.bank.decks().map(\.name) == ["Empty"])
    #expect(report?.errors == 0)
  }
}
