import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Tests restoring a backup into a bank that already has records.
@Suite struct BackupMergeTests {
  let source: BackupWorld

  init() throws {
    source = try BackupWorld()
  }

  @Test func `a second time brings nothing`() throws {
    let target = TestWorld()
    try target.restore(try source.backup())
    let report = try target.restore(try source.backup())
    #expect((report?.counts.imported, report?.counts.duplicates) == (0, 3))
    #expect(report?.restored == RestoredRecords(known: 4))
    #expect(try target.all(Attempt.self).count == 2)
    #expect(try target.all(Answer.self).count == 3)
    #expect(try target.all(StudyNote.self).count == 2)
  }

  @Test func `the history belongs to the questions that were there already`() throws {
    let target = TestWorld()
    try target.add([.sample("X")], deck: "Other")
    try target.add([.sample("B", correct: 1)], deck: "Letters")
    let there = try target.all(Question.self)[1].id
    let report = try target.restore(try source.backup())
    #expect((report?.counts.imported, report?.counts.duplicates) == (2, 1))
    let answers = try target.world.store.records(
      whose: \Answer.attemptID, is: try target.all(Attempt.self)[0].id)
    #expect(answers.map(\.questionID).contains(there))
    #expect(try target.all(Question.self).count == 4)
  }

  @Test func `a quiz that was finished since is finished after it`() throws {
    let backup = try source.backup()
    let session = try source.test.begun { try source.test.quizzes.resume(number: nil) }
    try session.finish()
    session.showResult()
    let before = try source.test.all(Attempt.self)
    let report = try source.test.restore(backup)
    #expect(report?.restored?.quizzes == 0)
    #expect(try source.test.all(Attempt.self) == before)
  }

  @Test func `a quiz that the backup has finished replaces the one that was left`() throws {
    let target = TestWorld()
    try target.restore(try source.backup())
    let session = try source.test.begun { try source.test.quizzes.resume(number: nil) }
    try session.finish()
    session.showResult()
    let report = try target.restore(try source.backup())
    #expect(report?.restored == RestoredRecords(quizzes: 1, known: 3))
    #expect(try target.all(Attempt.self).allSatisfy { $0.outcome != nil })
    #expect(try target.all(AttemptProgress.self).isEmpty)
    #expect(try target.all(Attempt.self).count == 2)
  }

  @Test func `quizzes that began at the same time are not one when other answers were given`()
    throws
  {
    let backup = try source.backup()
    let target = TestWorld()
    try target.restore(backup)
    let attempt = try #require(try target.all(Attempt.self).first)
    let answer = try #require(
      try target.world.store.records(whose: \Answer.attemptID, is: attempt.id).first)
    var other = answer
    other.response = .choice(3)
    try target.world.store.update(other)
    try target.world.store.save()
    #expect(try target.restore(backup)?.restored == RestoredRecords(quizzes: 1, known: 3))
  }

  @Test func `a quiz whose question was edited since the backup is not there twice`() throws {
    let backup = try source.backup()
    let test = source.test
    var question = try #require(try test.all(Question.self).first)
    question.content.choices.append(Choice("five"))
    question.changedAt += 1
    try test.world.store.update(question)
    try test.world.store.save()
    let before = try test.all(Attempt.self)
    let report = try test.restore(backup)
    #expect((report?.counts.imported, report?.counts.duplicates) == (1, 2))
    #expect(report?.restored == RestoredRecords(known: 4))
    #expect(try test.all(Attempt.self) == before)
    #expect(try test.all(Answer.self).count == 3)
  }

  @Test func `quizzes of a clock that stood still are one only with the same questions`() throws {
    func played(_ text: String) throws -> TestWorld {
      let test = TestWorld()
      try test.add([.sample(text)])
      try test.start().leave()
      return test
    }
    let (mine, other) = (try played("A"), try played("B"))
    try other.exporter.run(ExportOptions(file: "bank.json", isBackup: true))
    let report = try mine.restore(other.files.texts["bank.json"] ?? "")
    #expect(report?.restored?.quizzes == 1)
  }

  @Test func `a note on a question that is not in the file is named, and no other note`() throws {
    let text = try source.backup().replacing(
      #""questionID":3,"title""#, with: #""questionID":9,"title""#)
    let target = TestWorld()
    let report = try target.restore(text)
    #expect(report?.problems.map(\.code) == ["note-without-subject"])
    #expect(try target.all(StudyNote.self).map(\.body) == ["b"])
  }

  @Test func `questions that were deleted come back with their history`() throws {
    let backup = try source.backup()
    let test = source.test
    try test.bank.deleteDecks(["Letters"])
    let report = try test.restore(backup)
    #expect(report?.counts.imported == 2)
    #expect(try test.all(Attempt.self).count == 2)
    let alive = Set(try test.all(Question.self).map(\.id))
    #expect(try test.all(Answer.self).allSatisfy { alive.contains($0.questionID) })
    #expect(
      try test.all(Attempt.self).flatMap(\.items).allSatisfy { alive.contains($0.questionID) })
  }

  @Test func `a question that was deleted before the backup stays deleted in its quizzes`() throws {
    let test = source.test
    try test.bank.delete([try #require(try test.all(Question.self).first).id])
    let target = TestWorld()
    try target.restore(try source.backup())
    let items = try #require(try target.all(Attempt.self).first).items
    #expect(items.map { $0.questionID == .unassigned } == [true, false])
    #expect(try target.restore(try source.backup())?.restored?.duplicates == 4)
  }

  @Test func `two equal questions of a deck keep a history each`() throws {
    try source.test.add([.sample("A")], deck: "Letters")
    try source.play([0, 1, 1, 0], count: 4, finish: true)
    let target = TestWorld()
    try target.restore(try source.backup())
    #expect(try target.restore(try source.backup())?.restored == RestoredRecords(known: 5))
  }

  @Test func `a record that cannot be read is named with its line, and the others come`() throws {
    let backup = try source.backup()
    let broken = backup.replacing("\"position\":1,\"questionID\":2", with: "\"position\":1")
    #expect(broken != backup)
    let target = TestWorld()
    let report = try target.restore(broken)
    #expect(report?.problems.map(\.code) == ["unreadable-record"])
    let line = broken.split(separator: "\n").firstIndex { $0.contains("\"position\":1,\"resp") }
    #expect(report?.problems.first?.line == line.map { $0 + 1 })
    #expect(try target.all(Answer.self).count == 2)
  }

  @Test func `with strict such a record keeps everything out`() throws {
    let broken = try source.backup().replacing(
      "\"position\":1,\"questionID\":2", with: "\"position\":1")
    let target = TestWorld(files: ["bank.json": broken])
    var codes: [String] = []
    let handle = target.importer.failures.observe { codes.append($0.code) }
    defer { handle.dispose() }
    try target.importer.run(ImportOptions(files: ["bank.json"], strict: true))
    #expect(codes == ["strict"])
    #expect(try target.all(Deck.self).isEmpty)
  }

  @Test func `a newer backup is refused with its version, and nothing changes`() throws {
    let newer = try source.backup().replacing("\"version\": 2", with: "\"version\": 7")
    let target = TestWorld(files: ["bank.json": newer])
    var texts: [String] = []
    let handle = target.importer.failures.observe { texts.append($0.text(in: .english)) }
    defer { handle.dispose() }
    try target.importer.run(ImportOptions(files: ["bank.json"]))
    #expect(texts.first?.contains("version 7") == true)
    #expect(try target.all(Deck.self).isEmpty)
  }

  @Test func `older quizzes of a backup stand behind newer ones of the bank`() throws {
    let backup = try source.backup()
    let target = TestWorld()
    target.scheduler.advance(by: .seconds(600))
    try target.add([.sample("new")])
    let session = try target.start()
    session.showResult()
    try target.restore(backup)
    let history = target.history
    let dates = try history.identifiers().compactMap { try history.attempt($0)?.startedAt }
    #expect(dates.count == 3)
    #expect(dates == dates.sorted(by: >))
  }
}
