import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct ManageViewModelTests {
  let test = TestWorld()

  func open(_ questions: String..., deck: String? = nil) throws -> Screen<
    ManageCommand, ManageState
  > {
    try test.add(questions.map { .sample($0) })
    return Screen(
      try ManageViewModel(browser: try QuestionBrowser(bank: test.bank, deck: deck)))
  }

  @Test func `the questions are gone through in the order in which they were registered`() throws {
    let screen = try open("A", "B", "C")
    screen.run(.forward, .forward, .back)
    #expect(screen.states.map(\.fields.question) == ["A", "B", "C", "B"])
    #expect(screen.states.map(\.index) == [1, 2, 3, 2])
  }

  @Test func `the first and the last question say that they are`() throws {
    let screen = try open("A", "B")
    #expect(!screen.state.canGoBack)
    screen.run(.back, .forward, .forward)
    #expect(screen.codes == ["at-first-question", "at-last-question"])
    #expect(screen.state.canGoBack)
    #expect(!screen.state.canGoForward)
  }

  @Test func `a question is gone to by its number`() throws {
    let screen = try open("A", "B", "C")
    screen.run(.go(3), .go(4))
    #expect(screen.state.fields.question == "C")
    #expect(screen.codes == ["no-such-question"])
  }

  @Test func `only one deck is gone through when it is named`() throws {
    try test.add([.sample("other")], deck: "Other")
    let screen = try open("A", "B", deck: "Deck")
    #expect(screen.state.count == 2)
    #expect(screen.state.questionDeck == "Deck")
  }

  @Test func `an empty bank has number 0 and says that there are no questions`() throws {
    let screen = try open()
    #expect(screen.state.index == 0)
    #expect(screen.state.message?.text(in: .japanese) == "問題データ読み込みに失敗しました。")
    screen.run(.edit, .delete(nil), .forward, .back, .go(1))
    #expect(screen.codes == Array(repeating: "no-questions", count: 5))
  }

  // MARK: Editing

  @Test func `a question is moved into another deck, which is made when there is none`() throws {
    let screen = try open("A", "B")
    screen.run(.edit, .write(.deck("New")))
    #expect(screen.state.questionDeck == "New")
    #expect(screen.state.unsaved)
    screen.run(.save)
    #expect(screen.state.questionDeck == "New")
    #expect(try test.bank.summaries().map(\.questions) == [1, 1])
    try test.bank.undoHistory.undo()
    #expect(try test.bank.summaries().map(\.questions) == [2])
  }

  @Test func `a question stays in its deck when that is renamed while it is edited`() throws {
    let screen = try open("A")
    screen.run(.edit, .write(.question("B")))
    try test.bank.renameDeck("Deck", to: "Renamed")
    screen.run(.save)
    #expect(screen.codes == [])
    #expect(try test.bank.summaries().map(\.name) == ["Renamed"])
  }

  @Test func `what is written in a form is shown while the bank cannot be read`() throws {
    let store = RefusingStore()
    let test = TestWorld(store: store)
    try test.add([.sample("A")])
    let browser = try QuestionBrowser(bank: test.bank, deck: nil)
    let screen = Screen(try ManageViewModel(browser: browser))
    screen.run(.edit)
    store.isUnreadable = true
    screen.run(.write(.question("B")))
    #expect(screen.state.fields.question == "B")
    #expect(screen.codes == [])
  }

  @Test func `an edit is stored by save, and the form closes`() throws {
    let screen = try open("A")
    screen.run(.edit, .write(.question("B")))
    #expect(screen.state.unsaved)
    screen.run(.save)
    #expect(screen.state.message?.text(in: .japanese) == "保存成功")
    #expect(!screen.state.editing)
    #expect(try test.world.store.fetch(FetchDescriptor<Question>()).map(\.content.text) == ["B"])
  }

  @Test func `cancel shows again what is stored`() throws {
    let screen = try open("A")
    screen.run(.edit, .write(.question("B")), .cancel)
    #expect(screen.state.fields.question == "A")
    #expect(!screen.state.editing)
    #expect(!screen.state.unsaved)
  }

  @Test func `a form that is not complete stays open and says what is missing`() throws {
    let screen = try open("A")
    screen.run(.edit, .write(.choice(2, "　")), .save)
    #expect(screen.state.editing)
    #expect(screen.state.message?.code == "empty-choice")
    #expect(screen.codes == ["empty-choice"])
    screen.run(.write(.choice(2, "second")))
    #expect(screen.state.message == nil)
  }

  @Test func `the state is emitted once for each command`() throws {
    let screen = try open("A", "B")
    screen.run(.edit, .write(.question("C")), .save, .delete(nil))
    #expect(screen.states.count == 5)
  }

  @Test func `nothing else happens while a form is open`() throws {
    let screen = try open("A", "B")
    screen.run(.edit, .forward, .delete(nil), .edit)
    #expect(screen.codes == ["form-is-open", "form-is-open", "form-is-open"])
    #expect(screen.state.editing)
  }

  @Test func `nothing is written without a form`() throws {
    let screen = try open("A")
    screen.run(.write(.question("B")), .save, .cancel)
    #expect(screen.codes == Array(repeating: "no-form-is-open", count: 3))
  }

  @Test func `editing keeps the question's history`() throws {
    let screen = try open("A")
    let quiz = try test.start()
    try quiz.select(1)
    screen.run(.edit, .write(.question("B")), .save)
    let question = try #require(try test.world.store.fetch(FetchDescriptor<Question>()).first)
    let answers = try test.world.store.fetch(FetchDescriptor<Answer>())
    #expect(answers.map(\.questionID) == [question.id])
  }

  @Test func `an edit is dated, and the registration keeps its date`() throws {
    let screen = try open("A")
    test.scheduler.advance(by: .seconds(60))
    screen.run(.edit, .write(.question("B")), .save)
    let question = try #require(try test.world.store.fetch(FetchDescriptor<Question>()).first)
    #expect(question.createdAt == Date(timeIntervalSince1970: 0))
    #expect(question.changedAt == Date(timeIntervalSince1970: 60))
  }

  // MARK: Deleting

  @Test func `after a delete the question behind is shown`() throws {
    let screen = try open("A", "B", "C")
    screen.run(.forward, .delete(nil))
    #expect(screen.state.fields.question == "C")
    #expect(screen.state.index == 2)
    #expect(screen.state.message?.text(in: .japanese) == "削除成功")
  }

  @Test func `after a delete of the last question the one before is shown`() throws {
    let screen = try open("A", "B", "C")
    screen.run(.go(3), .delete(nil))
    #expect(screen.state.fields.question == "B")
    #expect(screen.state.index == 2)
  }

  @Test func `after a delete of the only question the screen is empty`() throws {
    let screen = try open("A")
    screen.run(.delete(nil))
    #expect(screen.state.index == 0)
    #expect(screen.state.count == 0)
    #expect(screen.state.fields.choices.isEmpty)
    #expect(screen.state.message?.code == "deleted")
  }

  // MARK: Others

  @Test func `a question that is registered elsewhere is in the list at once`() throws {
    let screen = try open("A")
    try test.bank.register(.sample("B"), deck: "Deck")
    #expect(screen.state.count == 2)
    #expect(screen.state.canGoForward)
  }

  @Test func `a question that somebody deletes before it stays in front`() throws {
    let screen = try open("A", "B")
    screen.run(.forward)
    try test.world.store.delete(Question.self, where: #Predicate { $0.content.text == "A" })
    try test.world.store.save()
    #expect(screen.state.fields.question == "B")
    #expect(screen.state.index == 1)
  }

  @Test func `the lines of the list are those asked for, and the message stays`() throws {
    let screen = try open("A", "B", "C", "D")
    #expect(screen.state.items.isEmpty)
    screen.run(.delete(nil), .show(ListWindow(first: 1, count: 9)))
    #expect(screen.state.items.map(\.number) == [2, 3])
    #expect(screen.state.items.map(\.question) == ["C", "D"])
    #expect(screen.state.message?.code == "deleted")
    #expect(screen.state.index == 1)
    screen.run(.forward)
    #expect(screen.state.message == nil)
  }

  @Test func `a question that comes back does not take the place of the one being edited`() throws {
    let screen = try open("A", "B", "C")
    screen.run(.delete(nil), .go(2), .edit)
    try test.bank.undoHistory.undo()
    #expect(screen.state.index == 3)
    #expect(screen.state.fields.question == "C")
  }
}
