import Foundation
import Signals
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct TrashTests {
  private let test = TestWorld()
  private var trash: Trash { test.trash }
  private var notes: NoteBook { test.notes }
  private var history: AttemptHistory { test.history }

  private var entries: [TrashEntry] {
    get throws { trash.available(try trash.liveEntries().value) }
  }

  private func questions() throws -> [Question] {
    try test.world.store.fetch(FetchDescriptor<Question>())
  }

  private func restoreAll() throws { try trash.restore(try entries.map(\.id)) }

  /// The content of the store without the trash.
  private func everything() throws -> String {
    let store = test.world.store
    return """
      \(try store.fetch(FetchDescriptor<Deck>())) \(try store.fetch(FetchDescriptor<Question>()))
      \(try store.fetch(FetchDescriptor<StudyNote>())) \
      \(try store.fetch(FetchDescriptor<Attempt>()))
      \(try store.fetch(FetchDescriptor<Answer>())) \
      \(try store.fetch(FetchDescriptor<AttemptProgress>()))
      """
  }

  @Test func `a deleted question comes back with its notes and its history`() throws {
    try test.add([.sample("A"), .sample("B")])
    let session = try test.start()
    try session.select(0)
    let question = try questions()[0]
    _ = try notes.add(about: .question(question.id), NoteBook.Content(title: "T", body: ""))
    let before = try everything()
    try test.bank.delete([question.id])
    #expect(try questions().map(\.content.text) == ["B"])
    #expect(try entries.map(\.kind) == [.question])
    #expect(try entries.map(\.text) == ["A"])
    try restoreAll()
    #expect(try everything() == before)
    #expect(try entries.isEmpty)
  }

  @Test func `a deleted deck comes back with its questions and notes`() throws {
    try test.add([.sample("A"), .sample("B")])
    try test.add([.sample("C")], deck: "Other")
    let deck = try test.bank.deck(named: "Deck")
    _ = try notes.add(about: .deck(deck.id), NoteBook.Content(title: "T", body: ""))
    _ = try notes.add(
      about: .question(try questions()[1].id), NoteBook.Content(title: "U", body: ""))
    let before = try everything()
    try test.bank.deleteDecks(["Deck"])
    #expect(try questions().map(\.content.text) == ["C"])
    #expect(try entries.map(\.text) == ["Deck"])
    try restoreAll()
    #expect(try everything() == before)
  }

  @Test func `thousands of questions come back with their deck`() throws {
    try test.add((1...2500).map { .sample("Question \($0)") })
    let before = try everything()
    try test.bank.deleteDecks(["Deck"])
    #expect(try questions().isEmpty)
    try restoreAll()
    #expect(try everything() == before)
  }

  @Test func `a deleted quiz comes back with its answers, one under way too`() throws {
    try test.add([.sample("A"), .sample("B")])
    let session = try test.start()
    try session.select(0)
    let before = try everything()
    try history.delete(try history.identifiers())
    #expect(try test.world.store.count(FetchDescriptor<Answer>()) == 0)
    #expect(try entries.map(\.kind) == [.attempt])
    #expect(try entries.map(\.text) == ["1970-01-01 00:00"])
    try restoreAll()
    #expect(try everything() == before)
  }

  @Test func `a quiz that the bank has again does not come back a second time`() throws {
    try test.add([.sample("A"), .sample("B")])
    let store = test.world.store
    for isFinished in [true, false] {
      let session = try test.start()
      try session.select(0)
      if isFinished { session.showResult() }
      let before = try #require(try store.fetch(FetchDescriptor<Attempt>()).first)
      let answers = try store.fetch(FetchDescriptor<Answer>())
      try history.delete(try history.identifiers())
      var again = before
      again.id = .unassigned
      let id = store.insert(again)
      for var answer in answers {
        (answer.id, answer.attemptID) = (.unassigned, id)
        store.insert(answer)
      }
      try store.save()
      try restoreAll()
      #expect(try store.count(FetchDescriptor<Attempt>()) == 1)
      #expect(try store.count(FetchDescriptor<Answer>()) == answers.count)
      #expect(try entries.isEmpty)
      try history.delete(try history.identifiers())
      try test.trash.empty()
    }
  }

  @Test func `a finished quiz takes the place of its own beginning when it comes back`() throws {
    try test.add([.sample("A"), .sample("B")])
    let store = test.world.store
    let session = try test.start()
    try session.select(0)
    let begun = try #require(try store.fetch(FetchDescriptor<Attempt>()).first)
    session.showResult()
    try history.delete(try history.identifiers())
    var again = begun
    again.id = .unassigned
    store.insert(again)
    try store.save()
    try restoreAll()
    #expect(try store.fetch(FetchDescriptor<Attempt>()).map { $0.outcome != nil } == [true])
  }

  /// Brings back a record that was deleted here, as another device does that continues to use it.
  private func bringBack<R: StoredRecord>(_ record: R) throws {
    let other = StoreContext(test.store)
    other.insert(record)
    try other.save()
  }

  @Test func `a deck that another device has brought back gets its questions back`() throws {
    try test.add([.sample("A"), .sample("B")])
    let (deck, questions) = (try test.bank.deck(named: "Deck"), try questions())
    try test.bank.deleteDecks(["Deck"])
    try bringBack(deck)
    try bringBack(questions[1])
    try restoreAll()
    #expect(try self.questions() == questions)
    #expect(try test.bank.decks().map(\.name) == ["Deck"])
    #expect(try entries.isEmpty)
  }

  @Test func `a question that another device has brought back with another text keeps both`() throws
  {
    try test.add([.sample("A")])
    var question = try questions()[0]
    try test.bank.delete([question.id])
    question.content.commentary = "theirs"
    try bringBack(question)
    try restoreAll()
    #expect(try questions().map(\.content.commentary) == ["theirs", "because one"])
    #expect(try entries.isEmpty)
  }

  @Test func `a note that another device has brought back is not there twice`() throws {
    try test.add([.sample("A")])
    let note = try notes.add(
      about: .question(try questions()[0].id), NoteBook.Content(title: "T", body: ""))
    try notes.delete([note])
    try bringBack(note)
    try restoreAll()
    #expect(try test.world.store.fetch(FetchDescriptor<StudyNote>()) == [note])
  }

  @Test func `an exam that another device has brought back is there once, or with both forms`()
    throws
  {
    func exam(_ count: Int) throws -> Exam {
      try test.exams.add("E\(count)", ExamBlueprint(questions: count, passMark: .all))
    }
    let same = try exam(1)
    var other = try exam(2)
    try test.exams.delete(["E1", "E2"])
    other.blueprint.questions = 3
    try bringBack(same)
    try bringBack(other)
    try restoreAll()
    #expect(try test.exams.exams().map(\.name).sorted() == ["E1", "E2", "E2 (2)"])
  }

  @Test func `a deleted note comes back`() throws {
    try test.add([.sample("A")])
    let deck = try test.bank.deck(named: "Deck")
    let note = try notes.add(about: .deck(deck.id), NoteBook.Content(title: "", body: "Body"))
    try notes.delete([note])
    #expect(try entries.map(\.text) == ["Body"])
    try restoreAll()
    #expect(try notes.notes(NoteBook.Query()) == [note])
  }

  @Test func `several that were deleted at once come back one by one`() throws {
    try test.add([.sample("A"), .sample("B"), .sample("C")])
    try test.bank.delete(try questions().map(\.id))
    #expect(try entries.map(\.text) == ["C", "B", "A"])
    try trash.restore([try entries[1].id])
    #expect(try questions().map(\.content.text) == ["B"])
    #expect(try entries.map(\.text) == ["C", "A"])
  }

  @Test func `a question whose deck is gone comes back into a deck of that name`() throws {
    try test.add([.sample("A")])
    try test.bank.delete(try questions().map(\.id))
    try test.bank.deleteDecks(["Deck"])
    let question = try #require(try entries.first { $0.kind == .question })
    try trash.restore([question.id])
    #expect(try test.bank.summaries() == [DeckSummary(name: "Deck", questions: 1)])
  }

  @Test func `a deck whose name is taken comes back with a number after it`() throws {
    try test.bank.makeDeck(named: "Deck")
    try test.bank.deleteDecks(["Deck"])
    try test.bank.makeDeck(named: "Deck")
    try restoreAll()
    #expect(try test.bank.decks().map(\.name) == ["Deck (2)", "Deck"])
  }

  @Test func `a note whose subject is gone comes back alone`() throws {
    try test.bank.makeDeck(named: "Deck")
    let note = try notes.add(
      about: .deck(try test.bank.deck(named: "Deck").id), NoteBook.Content(title: "T", body: ""))
    try notes.delete([note])
    try test.bank.deleteDecks(["Deck"])
    let entry = try #require(try entries.first { $0.kind == .note })
    try trash.restore([entry.id])
    #expect(try notes.notes(NoteBook.Query()).map(\.subject) == [nil])
  }

  @Test func `after thirty days nothing can be brought back, and the next deletion clears up`()
    throws
  {
    try test.add([.sample("A"), .sample("B")])
    try test.bank.delete([try questions()[0].id])
    test.scheduler.advance(by: .seconds(30 * 24 * 60 * 60))
    #expect(try entries.map(\.text) == ["A"])
    test.scheduler.advance(by: .seconds(1))
    #expect(try entries.isEmpty)
    try test.bank.delete([try questions()[0].id])
    #expect(try entries.map(\.text) == ["B"])
    #expect(try test.world.store.count(FetchDescriptor<TrashEntry>()) == 1)
    #expect(try test.world.store.count(FetchDescriptor<TrashedRecord>()) == 1)
  }

  @Test func `a date of a virtual clock does not expire on the calendar, and the other way round`()
  {
    let entry = TrashEntry(
      kind: .note, text: "", deletedAt: Date(timeIntervalSince1970: 0), isVirtual: true)
    let later = Date(timeIntervalSince1970: 1_000_000_000)
    #expect(entry.isExpired(at: later, isVirtual: true))
    #expect(!entry.isExpired(at: later, isVirtual: false))
    var real = entry
    real.isVirtual = nil
    #expect(real.isExpired(at: later, isVirtual: false))
    #expect(!real.isExpired(at: later, isVirtual: true))
  }

  @Test func `an undo of a deletion leaves nothing in the trash`() throws {
    try test.add([.sample("A")])
    try test.bank.delete(try questions().map(\.id))
    try test.bank.undoHistory.undo()
    #expect(try entries.isEmpty)
    #expect(try questions().count == 1)
  }

  @Test func `an undo of a deletion brings back what was not restored yet`() throws {
    try test.add([.sample("A"), .sample("B"), .sample("C")])
    let before = try everything()
    try test.bank.delete(try questions().map(\.id))
    try TestWorld(store: test.store).trash.restore([try entries[1].id])
    try test.bank.undoHistory.undo()
    #expect(try everything() == before)
    #expect(try entries.isEmpty)
  }

  @Test func `an undo of a deletion is refused when its deck is gone, and changes nothing`() throws
  {
    try test.add([.sample("A")])
    try test.bank.delete(try questions().map(\.id))
    try TestWorld(store: test.store).bank.deleteDecks(["Deck"])
    let obstacle = UndoObstacle(name: Question.name, title: "A", fate: .orphaned)
    #expect(throws: UndoRefusal.changedSince(obstacle)) { try test.bank.undoHistory.undo() }
    #expect(try questions().isEmpty)
    #expect(try entries.count == 2)
  }

  @Test func `what came back in another way does not get its old parts beside new ones`() throws {
    try test.add([.sample("A")])
    let deck = try test.bank.decks()[0]
    try test.bank.deleteDecks(["Deck"])
    let other = test.world.unitOfWork()
    other.insert(deck)
    try other.save()
    let obstacle = UndoObstacle(name: Deck.name, title: "Deck", fate: .added)
    #expect(throws: UndoRefusal.changedSince(obstacle)) { try test.bank.undoHistory.undo() }
    #expect(try questions().isEmpty)
  }

  @Test func `what was restored and emptied can be undone`() throws {
    try test.add([.sample("A")])
    try test.bank.delete(try questions().map(\.id))
    try restoreAll()
    #expect(test.bank.undoHistory.next?.change == .restoration)
    try test.bank.undoHistory.undo()
    #expect(try entries.count == 1)
    #expect(try questions().isEmpty)
    try trash.empty()
    #expect(test.bank.undoHistory.next?.change == .emptying)
    #expect(try entries.isEmpty)
    try test.bank.undoHistory.undo()
    try restoreAll()
    #expect(try questions().count == 1)
  }

  @Test func `a deletion of what is gone already says so and changes nothing`() throws {
    try test.add([.sample("A"), .sample("B")])
    let ids = try questions().map(\.id)
    try test.bank.delete([ids[0]])
    let before = try everything()
    let failure = #expect(throws: DeletionFailure.self) { try test.bank.delete(ids) }
    #expect(failure?.code == "delete-failed")
    #expect(failure?.text(in: .japanese) == "削除エラー:データが見つかりませんでした。")
    #expect(failure?.text(in: .english) == "Deleting failed: the question is not there any more.")
    #expect(try everything() == before)
  }

  @Test func `a deletion that cannot be saved says so`() throws {
    let store = RefusingStore()
    let test = TestWorld(store: store)
    try test.add([.sample("A")])
    store.refuses = true
    let failure = #expect(throws: DeletionFailure.self) { try test.bank.deleteDecks(["Deck"]) }
    #expect(failure?.text(in: .japanese).hasPrefix("削除エラー:bank.json: ") == true)
    #expect(try test.bank.decks().count == 1)
  }
}
