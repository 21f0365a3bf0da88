import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

@Suite struct QuestionBrowserTests {
  private let test = TestWorld()

  init() throws {
    try test.add(["A", "B", "C", "D", "E"].map { .sample($0) })
  }

  private func identifiers(_ texts: String...) throws -> [Identifier<Question>] {
    let all = try test.world.store.fetch(FetchDescriptor<Question>())
    return try texts.map { text in
      try #require(all.first { $0.content.text == text }).id
    }
  }

  private func browser() throws -> QuestionBrowser {
    try QuestionBrowser(bank: test.bank, deck: nil)
  }

  /// Opens the results of a search at the first question.
  private func hits(_ texts: String...) throws -> QuestionBrowser {
    let all = try texts.map { try identifiers($0)[0] }
    return try QuestionBrowser(
      bank: test.bank, deckID: nil, query: SearchQuery(), found: all, first: all[0])
  }

  private func delete(_ texts: String...) throws {
    try test.bank.delete(try texts.map { try identifiers($0)[0] })
  }

  @Test func `the questions of a window are read once, and again when the bank has changed`() throws
  {
    let browser = try browser()
    func texts(_ positions: Range<Int>) throws -> [String] {
      try browser.questions(at: positions).map(\.content.text)
    }
    #expect(try texts(1..<3) == ["B", "C"])
    try browser.goForward()
    #expect(try texts(1..<3) == ["B", "C"])
    #expect(try texts(2..<9) == ["C", "D", "E"])
    try delete("C")
    #expect(try texts(2..<9) == ["D", "E"])
    #expect(try texts(1..<3) == ["B", "D"])
  }

  @Test func `hits are gone through in their order, and nothing else`() throws {
    let browser = try hits("D", "B", "A")
    #expect(browser.count == 3)
    #expect(browser.current?.content.text == "D")
    try browser.goForward()
    #expect(browser.current?.content.text == "B")
    try browser.goForward()
    #expect(throws: BrowsingRefusal.atLast) { try browser.goForward() }
  }

  @Test func `a question that is registered meanwhile is no hit`() throws {
    let browser = try hits("D", "B")
    try test.add([.sample("F")])
    #expect(browser.count == 2)
    #expect(browser.current?.content.text == "D")
  }

  @Test func `a hit that is deleted makes room for the next one and comes back`() throws {
    let browser = try hits("D", "B", "A")
    try browser.go(to: 1)
    try delete("B")
    #expect(browser.count == 2)
    #expect(browser.current?.content.text == "A")
    try test.bank.undoHistory.undo()
    #expect(browser.position == 1)
    #expect(browser.current?.content.text == "B")
  }

  @Test func `what was deleted and comes back is current again`() throws {
    let browser = try browser()
    try browser.go(to: 2)
    try delete("C")
    try browser.go(to: 0)
    try test.bank.undoHistory.undo()
    #expect(browser.current?.content.text == "C")
  }

  @Test func `two deletions are taken back one after the other`() throws {
    let browser = try browser()
    try delete("B")
    try delete("D")
    try test.bank.undoHistory.undo()
    #expect(browser.current?.content.text == "D")
    try test.bank.undoHistory.undo()
    #expect(browser.current?.content.text == "B")
  }

  @Test func `of several that come back the first is current`() throws {
    let browser = try browser()
    try delete("B", "D")
    try test.bank.undoHistory.undo()
    #expect(browser.current?.content.text == "B")
  }

  @Test func `what was deleted is current again after all others were deleted too`() throws {
    let browser = try browser()
    try browser.go(to: 2)
    try delete("C")
    try delete("A", "B", "D", "E")
    #expect(browser.current == nil)
    try test.bank.undoHistory.undo()
    try test.bank.undoHistory.undo()
    #expect(browser.current?.content.text == "C")
  }

  @Test func `a question registered between deletion and return changes nothing`() throws {
    let browser = try browser()
    try browser.go(to: 2)
    try delete("C")
    try test.add([.sample("F")])
    #expect(browser.current?.content.text == "D")
    try test.bank.undoHistory.undo()
    try test.bank.undoHistory.undo()
    #expect(browser.current?.content.text == "C")
  }

  @Test func `a registration does not move the current question`() throws {
    let browser = try browser()
    try browser.go(to: 1)
    try test.add([.sample("F")])
    #expect(browser.current?.content.text == "B")
  }

  @Test func `after the last question the one before is current`() throws {
    let browser = try browser()
    try browser.go(to: 4)
    try delete("E")
    #expect(browser.current?.content.text == "D")
    #expect(browser.position == 3)
  }

  @Test func `a window of questions ends with them`() throws {
    let browser = try browser()
    #expect(try browser.questions(at: 3..<9).map(\.content.text) == ["D", "E"])
    #expect(try browser.questions(at: 9..<12).isEmpty)
  }

  @Test func `a deck that was deleted keeps its name`() throws {
    let name = try #require(try test.bank.decks().first?.name)
    let browser = try QuestionBrowser(bank: test.bank, deck: name)
    let search = try QuestionSearch(
      bank: test.bank, query: SearchQuery(words: ["A"], deck: name), timeZone: .gmt)
    try test.bank.deleteDecks([name])
    #expect(browser.deckName == name && browser.count == 0)
    #expect(search.deckName == name && search.total == 0)
    try search.find(SearchQuery(words: ["B"], deck: name))
    #expect(search.deckName == name && search.total == 0)
    #expect(throws: BankError.self) { try search.find(SearchQuery(words: ["B"], deck: "other")) }
  }

  @Test func `both versions are kept in a deck that was deleted meanwhile, too`() throws {
    let name = try #require(try test.bank.decks().first?.name)
    let question = try #require(try test.world.store.record(for: try identifiers("A")[0]))
    let editor = QuestionEditor(question, deck: name, bank: test.bank)
    try editor.form.apply(.question("Mine"))
    try test.bank.deleteDecks([name])
    #expect(throws: SaveFailure.self) { try editor.save() }
    try editor.keepBoth()
    #expect(try test.bank.decks().map(\.name) == [name])
    let deck = try test.bank.deck(named: name).id
    #expect(try test.bank.questionIdentifiers(in: deck).count == 1)
  }
}
