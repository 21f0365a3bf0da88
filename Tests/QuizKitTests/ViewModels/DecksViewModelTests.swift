import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct DecksViewModelTests {
  let test = TestWorld()

  func open() throws -> Screen<DecksCommand, DecksState> {
    try test.add([.sample("A"), .sample("B")], deck: "One")
    try test.add([.sample("C")], deck: "Two")
    return Screen(try DecksViewModel(bank: test.bank))
  }

  @Test func `decks are listed in the order in which they were made, with their questions`() throws
  {
    let screen = try open()
    #expect(screen.state.decks.map(\.name) == ["One", "Two"])
    #expect(screen.state.decks.map(\.questions) == [2, 1])
  }

  @Test func `a new deck is empty and at the end`() throws {
    let screen = try open()
    screen.run(.new(" Three "))
    #expect(screen.state.decks.last == DeckSummary(name: "Three", questions: 0))
  }

  @Test(arguments: ["", "　", "One"])
  func `a name that is blank or taken is refused`(name: String) throws {
    let screen = try open()
    screen.run(.new(name), .rename("Two", to: name))
    #expect(screen.refusals.count == 2)
    #expect(screen.state.decks.map(\.name) == ["One", "Two"])
  }

  @Test func `a renamed deck keeps its questions, and stays selected`() throws {
    let screen = try open()
    screen.run(.select("One"), .rename("One", to: "Uno"))
    #expect(screen.state.decks.first == DeckSummary(name: "Uno", questions: 2))
    #expect(screen.state.selectedDeck == "Uno")
  }

  @Test func `a deck takes its questions along when it is deleted`() throws {
    let screen = try open()
    screen.run(.select("One"), .delete(["One"]))
    #expect(screen.state.decks == [DeckSummary(name: "Two", questions: 1)])
    #expect(screen.state.selectedDeck == nil)
    #expect(try test.world.store.count(FetchDescriptor<Question>()) == 1)
  }

  @Test func `the history outlives the deck`() throws {
    let screen = try open()
    let quiz = try test.start(QuizOptions(deck: "One"))
    try quiz.select(0)
    screen.run(.delete(["One"]))
    #expect(try test.world.store.count(FetchDescriptor<Attempt>()) == 1)
  }

  @Test func `the selected deck is the one that a quiz takes`() throws {
    let screen = try open()
    screen.run(.select("Two"))
    #expect(try test.start().items.map(\.question.content.text) == ["C"])
    screen.run(.select(nil))
    #expect(try test.start().items.count == 3)
  }

  @Test func `a deck that is not there is told with those that are`() throws {
    let screen = try open()
    screen.run(.delete(["Tow"]), .select("Tow"), .rename("Tow", to: "X"))
    #expect(screen.codes == Array(repeating: "unknown-deck", count: 3))
  }

  @Test func `a question that is registered elsewhere is counted at once`() throws {
    let screen = try open()
    try test.bank.register(.sample("D"), deck: "Two")
    #expect(screen.state.decks.map(\.questions) == [2, 2])
  }

  @Test func `a page has as many decks as were asked for`() throws {
    let test = TestWorld()
    for name in ["A", "B", "C", "D", "E"] { try test.bank.makeDeck(named: name) }
    let screen = Screen(
      try DecksViewModel(bank: test.bank, page: ListPosition(1, total: 0, size: 2)))
    #expect(screen.state.shown.map(\.name) == ["A", "B"])
    screen.run(.move(.nextPage), .move(.nextPage))
    #expect(screen.state.shown.map(\.name) == ["E"])
    screen.run(.move(.nextPage))
    #expect(screen.codes == ["last-page"])
    screen.run(.delete(["5"]))
    #expect(screen.state.shown.map(\.name) == ["C", "D"])
    #expect(screen.state.message?.code == "deleted")
    screen.run(.move(.previousPage))
    #expect(screen.state.message == nil)
  }

  @Test func `all decks are one page unless somebody asks for less`() throws {
    let test = TestWorld()
    for number in 1...50 { try test.bank.makeDeck(named: "\(number)") }
    let screen = Screen(try DecksViewModel(bank: test.bank))
    #expect(screen.state.shown.count == 50)
    screen.run(.move(.nextPage), .move(.previousPage))
    #expect(screen.codes == ["last-page", "first-page"])
  }

  @Test func `each deck says how many of its questions were asked, and right when asked last`()
    throws
  {
    _ = try open()
    let session = try test.start(QuizOptions())
    for choice in [0, 1, 0] { try session.select(choice) }
    session.showResult()
    let screen = Screen(try DecksViewModel(bank: test.bank, reviews: test.reviews))
    #expect(screen.state.progress.map(\.asked) == [2, 1])
    #expect(screen.state.progress.map(\.lastRight) == [1, 1])
    screen.run(.new("Three"))
    #expect(screen.state.progress.map(\.asked) == [2, 1, 0])
    screen.run(.delete(["One"]))
    #expect(screen.state.progress.map(\.asked) == [1, 0])
  }
}
