import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct RegisterViewModelTests {
  let store = RefusingStore()
  let test: TestWorld

  init() {
    test = TestWorld(store: store)
  }

  func open(deck: String? = nil) throws -> Screen<RegisterCommand, RegisterState> {
    let registration = try Registration(bank: test.bank, deck: deck, fallback: "Mine")
    return Screen(RegisterViewModel(registration: registration))
  }

  func fill(_ screen: Screen<RegisterCommand, RegisterState>) {
    screen.run(
      .write(.question("Which?")), .write(.choice(1, "one")), .write(.choice(2, "two")),
      .write(.choice(3, "three")), .write(.choice(4, "four")), .write(.correct(LineNumbers(2))),
      .write(.commentary("because")))
  }

  @Test func `a registered question is in the store, and the form is empty again`() throws {
    let screen = try open()
    fill(screen)
    screen.run(.register)
    let stored = try StoreContext(test.store).fetch(FetchDescriptor<Question>())
    #expect(stored.map(\.content.text) == ["Which?"])
    #expect(screen.state.message?.text(in: .japanese) == "登録完了")
    #expect(screen.state.fields == FormFields(QuestionForm()))
    #expect(!screen.state.unsaved)
  }

  @Test func `what is written is shown while the bank cannot be read`() throws {
    let screen = try open()
    store.isUnreadable = true
    screen.run(.write(.question("Which?")))
    #expect(screen.state.fields.question == "Which?")
    #expect(screen.codes == [])
  }

  @Test func `a form that is not complete is not registered`() throws {
    let screen = try open()
    fill(screen)
    screen.run(.write(.commentary(" ")), .register)
    #expect(screen.codes == ["empty-commentary"])
    #expect(screen.state.message?.code == "empty-commentary")
    #expect(screen.state.fields.question == "Which?")
    #expect(try test.world.store.count(FetchDescriptor<Question>()) == 0)
  }

  @Test func `cancel empties the form`() throws {
    let screen = try open()
    fill(screen)
    #expect(screen.state.unsaved)
    screen.run(.cancel)
    #expect(!screen.state.unsaved)
  }

  @Test func `the first question makes its deck`() throws {
    let screen = try open()
    #expect(screen.state.deck == "Mine")
    #expect(try test.bank.decks().isEmpty)
    fill(screen)
    screen.run(.register)
    #expect(try test.bank.summaries().map(\.name) == ["Mine"])
  }

  @Test func `where there is one deck it is taken`() throws {
    try test.add([.sample()], deck: "Only")
    #expect(try open().state.deck == "Only")
  }

  @Test func `where there are several the named one is taken, else the one for everything`() throws
  {
    try test.add([.sample()], deck: "One")
    try test.add([.sample()], deck: "Two")
    #expect(try open(deck: "Two").state.deck == "Two")
    #expect(try open().state.deck == "Mine")
  }

  @Test func `a question goes into the deck that the form names, and the next one too`() throws {
    try test.add([.sample()], deck: "One")
    let screen = try open()
    fill(screen)
    screen.run(.write(.deck(" Two ")), .register)
    #expect(try test.bank.summaries().map(\.name) == ["One", "Two"])
    #expect(screen.state.deck == "Two")
    #expect(screen.state.decks == ["One", "Two"])
    #expect(!screen.state.unsaved)
    screen.run(.write(.deck("One")))
    #expect(screen.state.unsaved)
    screen.run(.cancel)
    #expect(screen.state.deck == "Two")
  }

  @Test func `a deck without a name is refused`() throws {
    let screen = try open()
    screen.run(.write(.deck(" ")))
    #expect(screen.codes == ["empty-name"])
    #expect(screen.state.deck == "Mine")
  }

  @Test func `a store that refuses keeps what was written`() throws {
    let screen = try open()
    fill(screen)
    store.refuses = true
    screen.run(.register)
    #expect(screen.codes == ["save-failed"])
    #expect(screen.state.message?.code == "save-failed")
    #expect(screen.state.fields.question == "Which?")
  }
}
