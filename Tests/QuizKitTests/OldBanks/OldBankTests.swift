import Foundation
import Signals
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

/// Tests banks that version 0.1.0 wrote on 2026-11-22 (commit bda92eb), with one script in each
/// kind of store. Banks that users have on their disks must open and be complete.
@Suite final class OldBankTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "old-banks-\(UUID().uuidString)")

  init() throws {
    let files = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Files")
    try FileManager.default.copyItem(at: files, to: folder)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func open(_ name: String, _ access: StoreAccess = .writing) throws -> TestWorld {
    let path = folder.appending(path: name).path
    let configuration = try #require(StoreConfiguration(specification: path, access: access))
    return TestWorld(store: try configuration.makeStore(schema: QuestionBank.schema))
  }

  @Test(arguments: ["0.1.0/bank.journal", "0.1.0/bank.json"])
  func `an old bank holds everything`(_ name: String) throws {
    let test = try open(name)
    #expect(test.store.notices.isEmpty)
    try OldBank.expectAll(in: test)
    try test.store.close()
    try OldBank.expectAll(in: try open(name, .reading))
  }

  @Test(arguments: ["0.1.0/bank.journal", "0.1.0/bank.json"])
  func `an old bank takes new questions, and keeps the old ones`(_ name: String) throws {
    let test = try open(name)
    try test.add([.sample("New?")], deck: "Left over")
    try test.store.close()
    try OldBank.expectAll(in: try open(name), and: [OldBank.new])
  }

  @Test func `an old backup brings everything back`() throws {
    let path = folder.appending(path: "0.1.0/backup.json")
    let test = TestWorld(files: ["backup.json": try String(contentsOf: path, encoding: .utf8)])
    try test.importer.run(ImportOptions(files: ["backup.json"]))
    try OldBank.expectAll(in: test)
  }

  @Test(arguments: [true, false])
  func `an old journal opens with its side index and without`(_ keepsIndex: Bool) throws {
    let index = folder.appending(path: "0.1.0/compacted.journal.index")
    if !keepsIndex { try FileManager.default.removeItem(at: index) }
    let test = try open("0.1.0/compacted.journal")
    #expect(test.store.notices.isEmpty)
    try OldBank.expectAll(in: test, and: [OldBank.afterCompaction])
  }
}

/// The records that the script added to each of the old banks.
private enum OldBank {
  /// The questions without identifiers, which a backup does not keep. The right choice is marked by
  /// a `=`.
  static let questions = [
    "Kitchen: Which of these is measured in teaspoons? [=A pinch of cinnamon|"
      + "A sack of potatoes (Far too much for a spoon.)|A crate of apples|A loaf of bread] "
      + "Small amounts of ground spice go by the spoon. #spices 794048400",
    "Kitchen: Which flour rises without yeast or baking powder? [Bread flour|Rye flour|"
      + "=Self-raising flour 🌾] Self-raising flour already holds the powder. #baking 794048400",
    "Kitchen: At what height does water boil at the lowest temperature? [At sea level|In a valley|"
      + "=On a high mountain|In a cellar] "
      + "The higher, the thinner the air; \"thin\" air lets water boil early. #water 794048400",
    "Workshop: Which tool measures an angle? [A rule|=A protractor|A plumb line|A level] "
      + "A protractor has a scale of degrees. #tools 794048400",
    "海と山: 日本でいちばん高い山は? [北岳|=富士山|奥穂高岳|槍ヶ岳] 富士山は標高 3,776 m です。 #山 #地理 794048400",
    "海と山: 地球でいちばん広い海は? [大西洋|インド洋|=太平洋|北極海] 太平洋は陸地ぜんぶより広い海です。 #海 #地理 794048400",
  ]

  static let afterCompaction =
    "Left over: What came after the compaction? [Nothing|=This question] "
    + "It stands behind what the side index covers. 794048400"

  static let new = "Left over: New? [=one|two|three|four] because one -978307200"

  static let notes = [
    "Flour on Kitchen, Which flour rises without yeast or baking powder?: "
      + "Read the packet twice: it says what is in it. 794048490 794048500",
    "覚え方 on 海と山: 山は数字で、海は広さで覚える。\n二行目もある。 794048400 794048400",
  ]

  /// The attempts, newest first. A choice of the player is counted from 0, `-` means no choice, and
  /// `!` means a flag.
  static let attempts = [
    " exam limit 120000 each 40000 794052160: 0 1! -",
    "海と山 exam 794052100: ",
    "海と山 practice 794052100 ended 794052100 score 1: 0 2",
    "Kitchen exam 794048500 ended 794048500 score 2: 0 1! 2",
  ]

  static func expectAll(in test: TestWorld, and more: [String] = []) throws {
    let deckCounts = try test.bank.summaries().map { "\($0.name) \($0.questions)" }
    #expect(deckCounts == ["Kitchen 3", "Workshop 1", "海と山 2", "Left over \(more.count)"])
    #expect(
      try described(test.world.store.fetch(FetchDescriptor<Question>()), test) == questions + more)
    #expect(try notes(test) == notes)
    #expect(try attempts(test) == attempts)
    try expectQuizUnderWay(test)
  }

  private static func described(_ questions: [Question], _ test: TestWorld) throws -> [String] {
    try questions.map { question in
      let content = question.content
      let choices = content.choices.enumerated().map { index, choice in
        (index == content.solution.rightChoice ? "=" : "") + choice.text
          + (choice.feedback.isEmpty ? "" : " (\(choice.feedback))")
      }
      let deck = try test.world.store.record(for: question.deckID)?.name ?? "?"
      #expect(question.changedAt == question.createdAt)
      return
        (["\(deck): \(content.text)", "[\(choices.joined(separator: "|"))]", content.commentary]
        + content.tags.map { "#\($0)" } + [stamp(question.createdAt)]).joined(separator: " ")
    }
  }

  private static func notes(_ test: TestWorld) throws -> [String] {
    let book = test.notes
    return try book.notes(NoteBook.Query()).map { note in
      let names = try book.names(of: note.subject)
      let subject = [names.deck, names.question].compactMap(\.self).joined(separator: ", ")
      return
        "\(note.title) on \(subject): "
        + "\(note.body) \(stamp(note.createdAt)) \(stamp(note.changedAt))"
    }
  }

  private static func attempts(_ test: TestWorld) throws -> [String] {
    try test.history.identifiers().map { id in
      try described(#require(try test.history.attempt(id)), test)
    }
  }

  private static func described(_ attempt: Attempt, _ test: TestWorld) throws -> String {
    var answers: [String] = []
    for entry in try test.history.entries(of: attempt) {
      guard let answer = entry.answer else { continue }
      let choice = answer.response?.choice.map(String.init) ?? "-"
      answers.append(choice + (answer.isFlagged ? "!" : ""))
    }
    let parts = [
      "\(attempt.title) \(attempt.mode.rawValue)", attempt.timeLimit.map { "limit \($0)" },
      attempt.questionTimeLimit.map { "each \($0)" }, stamp(attempt.startedAt),
      attempt.outcome.map { "ended \(stamp($0.finishedAt)) score \($0.score)" },
    ]
    return parts.compactMap(\.self).joined(separator: " ") + ": " + answers.joined(separator: " ")
  }

  /// Expects the unfinished quiz: the third of six questions is on the screen, and 12.5 of 120
  /// seconds and 7 of its own 40 seconds have passed.
  private static func expectQuizUnderWay(_ test: TestWorld) throws {
    let quiz = try test.begun { try test.quizzes.resume(number: 1) }
    #expect(quiz.items.count == 6)
    #expect(quiz.position == 2)
    #expect(quiz.current.question.content.text.hasPrefix("At what height"))
    #expect(quiz.items.map(\.response?.choice) == [0, 1, nil, nil, nil, nil])
    #expect(quiz.items.map(\.isFlagged) == [false, true, false, false, false, false])
    #expect(quiz.progress.timeLeft == .milliseconds(107_500))
    #expect(quiz.progress.questionTimeLeft == .seconds(33))
    #expect(quiz.elapsed == .milliseconds(12_500))
    // Stop the clock of the quiz, which would otherwise save the remaining time.
    quiz.leave()
  }

  /// Seconds since the start of 2001.
  private static func stamp(_ date: Date) -> String {
    String(Int(date.timeIntervalSinceReferenceDate))
  }
}
