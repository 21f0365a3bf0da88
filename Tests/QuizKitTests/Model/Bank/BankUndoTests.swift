import Foundation
import Signals
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

@Suite struct BankUndoTests {
  let test = TestWorld(files: ["more.csv": "question,a,b,answer\nX?,1,2,A\nY?,1,2,B\n"])

  var texts: [String] {
    get throws { try test.world.store.fetch(FetchDescriptor<Question>()).map(\.content.text) }
  }

  /// The undone and redone changes that `work` reported.
  func reversals(_ work: () throws -> Void) rethrows -> [Reversal] {
    var reversals: [Reversal] = []
    let handle = test.bank.undoHistory.reversals.observe { reversal in
      var reversal = reversal
      #expect(reversal.at?.minute == "1970-01-01 00:00" && reversal.time == "00:00")
      (reversal.at, reversal.time) = (nil, nil)
      reversals.append(reversal)
    }
    defer { handle.dispose() }
    try work()
    return reversals
  }

  @Test func `a registration is undone and redone`() throws {
    try test.bank.register(.sample("A"), deck: "Deck")
    let undone = try reversals(test.bank.undoHistory.undo)
    #expect(undone == [Reversal(action: .undo, change: .registration, questions: 1, decks: 1)])
    #expect(try texts.isEmpty)
    let redone = try reversals(test.bank.undoHistory.redo)
    #expect(redone == [Reversal(action: .redo, change: .registration, questions: 1, decks: 1)])
    #expect(try texts == ["A"])
  }

  @Test func `an edit is undone to what was stored before it`() throws {
    try test.add([.sample("A")])
    let question = try #require(try test.world.store.fetch(FetchDescriptor<Question>()).first)
    try test.bank.update(question, content: .sample("B"))
    #expect(try reversals(test.bank.undoHistory.undo).map(\.change) == [.edit])
    #expect(try test.world.store.record(for: question.id) == question)
  }

  @Test func `a deletion is undone under the same identifier`() throws {
    try test.add([.sample("A"), .sample("B")])
    let question = try #require(try test.world.store.fetch(FetchDescriptor<Question>()).first)
    try test.bank.delete([question.id])
    #expect(
      try reversals(test.bank.undoHistory.undo)
        == [Reversal(action: .undo, change: .deletion, questions: 1, decks: 0)])
    #expect(try test.world.store.record(for: question.id) == question)
  }

  @Test func `a deck comes back with its questions and is selected again`() throws {
    try test.add([.sample("A"), .sample("B"), .sample("C")])
    try test.bank.select(deck: "Deck")
    try test.bank.deleteDecks(["Deck"])
    #expect(
      try reversals(test.bank.undoHistory.undo)
        == [Reversal(action: .undo, change: .deletion, questions: 3, decks: 1)])
    #expect(try test.bank.selectedDeck == "Deck")
    #expect(try texts == ["A", "B", "C"])
  }

  @Test func `an import is undone as one`() throws {
    try test.importer.run(ImportOptions(files: ["more.csv"]))
    #expect(try texts.count == 2)
    #expect(try reversals(test.bank.undoHistory.undo).map(\.change) == [.imported])
    #expect(try texts.isEmpty)
    #expect(try test.bank.decks().isEmpty)
  }

  @Test func `a change says how many records it concerned`() throws {
    try test.importer.run(ImportOptions(files: ["more.csv"], deck: "More"))
    let change = try #require(try test.bank.undoHistory.entries().first?.change)
    #expect(test.bank.undoHistory.recordCount(of: change) == 3)
  }

  @Test func `an import is called so however little it brings`() throws {
    test.files.texts["one.csv"] = "question,a,b,answer\nZ?,1,2,A\n"
    try test.importer.run(ImportOptions(files: ["one.csv"]))
    #expect(
      try reversals(test.bank.undoHistory.undo)
        == [Reversal(action: .undo, change: .imported, questions: 1, decks: 1)])
  }

  @Test func `decks that were made or renamed are undone too`() throws {
    try test.bank.makeDeck(named: "One")
    try test.bank.renameDeck("One", to: "Two")
    #expect(try reversals(test.bank.undoHistory.undo).map(\.change) == [.renaming])
    #expect(try reversals(test.bank.undoHistory.undo).map(\.change) == [.deck])
    #expect(try test.bank.decks().isEmpty)
  }

  @Test func `the answers of a quiz are never undone`() throws {
    try test.add([.sample("A"), .sample("B")])
    let quiz = try test.start()
    try quiz.select(1)
    try test.bank.undoHistory.undo()
    #expect(try texts.isEmpty)
    #expect(try test.world.store.fetch(FetchDescriptor<Answer>()).map(\.response?.choice) == [1])
  }

  @Test func `what was undone cannot be redone after another change`() throws {
    try test.bank.makeDeck(named: "One")
    try test.bank.undoHistory.undo()
    try test.bank.makeDeck(named: "Two")
    #expect(throws: UndoRefusal.nothingToRedo) { try test.bank.undoHistory.redo() }
  }

  @Test func `with nothing done there is nothing to undo or redo`() {
    #expect(throws: UndoRefusal.nothingToUndo) { try test.bank.undoHistory.undo() }
    #expect(throws: UndoRefusal.nothingToRedo) { try test.bank.undoHistory.redo() }
  }

  @Test func `what somebody else has changed since is not undone`() throws {
    try test.add([.sample("A")])
    let question = try #require(try test.world.store.fetch(FetchDescriptor<Question>()).first)
    try test.bank.update(question, content: .sample("B"))
    let other = StoreContext(test.store)
    var theirs = try #require(try other.record(for: question.id))
    theirs.content.text = "theirs"
    try other.update(theirs)
    try other.save()
    let refusal = #expect(throws: UndoRefusal.self) { try test.bank.undoHistory.undo() }
    #expect(
      refusal?.text(in: .english)
        == "This cannot be undone: the question “theirs” has been changed since (1970-01-01 00:00)."
    )
    #expect(
      refusal?.text(in: .japanese) == "その後に質問「theirs」が変更された（1970-01-01 00:00）ため、取り消せません。")
    #expect(try texts == ["theirs"])
  }

  @Test func `decks, notes, exams, the trash and quizzes have one order`() throws {
    try test.add([.sample("A")])
    _ = try test.notes.add(about: nil, NoteBook.Content(title: "N", body: "B"))
    let quiz = try test.start()
    try quiz.select(1)
    quiz.showResult()
    try test.history.delete(test.history.identifiers())
    try test.bank.delete([
      try #require(try test.world.store.fetch(FetchDescriptor<Question>()).first).id
    ])
    try test.trash.empty()
    let changes = try reversals { for _ in 1...5 { try test.bank.undoHistory.undo() } }
    #expect(changes.map(\.change) == [.emptying, .deletion, .deletion, .registration, .imported])
    #expect(throws: UndoRefusal.nothingToUndo) { try test.bank.undoHistory.undo() }
    #expect(try test.world.store.count(FetchDescriptor<Attempt>()) == 1)
    let redone = try reversals { for _ in 1...5 { try test.bank.undoHistory.redo() } }
    #expect(redone.map(\.change) == changes.map(\.change).reversed())
  }

  @Test func `several changes are undone together or not at all`() throws {
    try test.bank.makeDeck(named: "One")
    try test.bank.makeDeck(named: "Two")
    try test.bank.makeDeck(named: "Three")
    try TestWorld(store: test.store).bank.renameDeck("One", to: "Theirs")
    let none = reversals {
      #expect(throws: UndoRefusal.self) { try test.bank.undoHistory.undo(last: 3) }
    }
    #expect(none.isEmpty)
    #expect(try test.bank.decks().map(\.name) == ["Theirs", "Two", "Three"])
    #expect(try reversals { try test.bank.undoHistory.undo(last: 2) }.count == 2)
    #expect(try test.bank.decks().map(\.name) == ["Theirs"])
  }

  @Test func `the screen in front follows an undo`() throws {
    try test.add([.sample("A"), .sample("B")])
    let screen = Screen(
      try ManageViewModel(browser: try QuestionBrowser(bank: test.bank, deck: nil)))
    screen.run(.delete(nil))
    try test.bank.undoHistory.undo()
    #expect(screen.state.count == 2)
  }
}
