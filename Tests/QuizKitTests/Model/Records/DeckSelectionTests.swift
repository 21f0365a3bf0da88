import Foundation
import Testing

@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite final class DeckSelectionTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "selections-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func open(
    _ name: String, _ schema: Schema = QuestionBank.schema, _ access: StoreAccess = .writing
  ) throws -> TestWorld {
    let path = folder.appending(path: name).path
    let configuration = try #require(StoreConfiguration(specification: path, access: access))
    return TestWorld(store: try configuration.makeStore(schema: schema))
  }

  private func fill(_ name: String) throws {
    let test = try open(name)
    try test.add([.sample("A?")], deck: "A")
    try test.add([.sample("B?")], deck: "B")
    try test.bank.select(deck: "A")
    try test.bank.select(deck: "B")
    try test.store.close()
  }

  @Test(arguments: ["bank.journal", "bank.json"])
  func `the deck that was selected last stays selected after a restart`(name: String) throws {
    try fill(name)
    let second = try open(name)
    #expect(try second.bank.selectedDeck == "B")
    try second.bank.select(deck: nil)
    try second.store.close()
    #expect(try open(name).bank.selectedDeck == nil)
  }

  @Test(arguments: ["bank.journal", "bank.json"])
  func `a program that does not know of it opens the bank and leaves it alone`(name: String) throws
  {
    try fill(name)
    let older = Schema(
      version: QuestionBank.schema.version, Deck.self, Question.self, Attempt.self,
      AttemptProgress.self, Answer.self,
      StudyNote.self, TrashEntry.self, TrashedRecord.self)
    let old = try open(name, older)
    #expect(old.store.notices.isEmpty)
    #expect(try old.world.store.fetch(FetchDescriptor<Deck>()).map(\.name) == ["A", "B"])
    old.world.store.insert(Deck(name: "C", createdAt: old.world.now()))
    try old.world.store.save()
    try old.store.close()
    #expect(try open(name).bank.selectedDeck == "B")
  }

  @Test(arguments: ["bank.journal", "bank.json"])
  func `a bank that is only read lets a deck be selected, and forgets it`(name: String) throws {
    try fill(name)
    let reading = try open(name, QuestionBank.schema, .reading)
    try reading.bank.select(deck: "A")
    #expect(try reading.bank.selectedDeck == "A")
    try reading.store.close()
    #expect(try open(name).bank.selectedDeck == "B")
  }

  @Test func `the deck of the samples stays selected`() throws {
    let test = TestWorld()
    try test.bank.addSamples(language: .english)
    #expect(try TestWorld(store: test.store).bank.selectedDeck == "First Steps")
  }

  @Test func `a deck whose deletion is undone is selected again`() throws {
    let test = TestWorld()
    try test.add([.sample()], deck: "A")
    try test.bank.select(deck: "A")
    try test.bank.deleteDecks(["A"])
    #expect(try test.bank.selectedDeck == nil)
    try test.bank.undoHistory.undo()
    #expect(try TestWorld(store: test.store).bank.selectedDeck == "A")
  }

  @Test func `a selection is nothing to undo`() throws {
    let test = TestWorld()
    try test.bank.makeDeck(named: "A")
    try test.bank.select(deck: "A")
    try test.bank.undoHistory.undo()
    #expect(try test.bank.decks().isEmpty)
  }

  @Test func `a selection that cannot be saved leaves the one before`() throws {
    let store = RefusingStore()
    let test = TestWorld(store: store)
    try test.bank.makeDeck(named: "A")
    try test.bank.select(deck: "A")
    try test.bank.makeDeck(named: "B")
    store.refuses = true
    #expect(throws: SaveFailure.self) { try test.bank.select(deck: "B") }
    #expect(try test.bank.selectedDeck == "A")
  }
}
