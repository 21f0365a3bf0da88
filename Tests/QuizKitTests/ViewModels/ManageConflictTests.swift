import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct ManageConflictTests {
  let test = TestWorld()

  /// Opens a form with "mine" as the question, changes the question elsewhere, and saves the form.
  func contested(
    by change: (StoreContext, Question) throws -> Void = { store, question in
      var theirs = question
      theirs.content.text = "theirs"
      try store.update(theirs)
    }
  ) throws -> Screen<ManageCommand, ManageState> {
    try test.add([.sample("A")])
    let screen = Screen(
      try ManageViewModel(browser: try QuestionBrowser(bank: test.bank, deck: nil)))
    screen.run(.edit, .write(.question("mine")))
    let other = StoreContext(test.store)
    let question = try #require(try other.fetch(FetchDescriptor<Question>()).first)
    try change(other, question)
    try other.save()
    screen.run(.save)
    return screen
  }

  var texts: [String] {
    get throws { try test.world.store.fetch(FetchDescriptor<Question>()).map(\.content.text) }
  }

  @Test func `a save over somebody else's change is refused and shows that change`() throws {
    let screen = try contested()
    #expect(screen.codes == ["conflict"])
    #expect(screen.state.theirs?.question == "theirs")
    #expect(screen.state.fields.question == "mine")
    #expect(try texts == ["theirs"])
  }

  @Test func `overwrite stores mine`() throws {
    let screen = try contested()
    screen.run(.overwrite)
    #expect(try texts == ["mine"])
    #expect(!screen.state.editing)
  }

  @Test func `overwrite is refused when it was changed once more`() throws {
    let screen = try contested()
    let other = StoreContext(test.store)
    var question = try #require(try other.fetch(FetchDescriptor<Question>()).first)
    question.content.text = "theirs again"
    try other.update(question)
    try other.save()
    screen.run(.overwrite)
    #expect(screen.codes == ["conflict", "conflict"])
    #expect(screen.state.theirs?.question == "theirs again")
  }

  @Test func `reload drops mine`() throws {
    let screen = try contested()
    screen.run(.reload)
    #expect(screen.state.fields.question == "theirs")
    #expect(!screen.state.editing)
    #expect(try texts == ["theirs"])
  }

  @Test func `keep-both stores mine beside theirs`() throws {
    let screen = try contested()
    screen.run(.keepBoth)
    #expect(try texts == ["theirs", "mine"])
    #expect(screen.state.count == 2)
  }

  @Test func `without a conflict there is nothing to decide`() throws {
    try test.add([.sample("A")])
    let screen = Screen(
      try ManageViewModel(browser: try QuestionBrowser(bank: test.bank, deck: nil)))
    screen.run(.edit, .overwrite, .reload, .keepBoth)
    #expect(screen.codes == Array(repeating: "no-conflict", count: 3))
  }

  @Test func `a question that somebody else deleted is not found, and can still be kept`() throws {
    let screen = try contested { store, question in try store.delete(question.id) }
    #expect(screen.state.message?.text(in: .japanese) == "保存エラー:データが見つかりませんでした。")
    #expect(screen.state.editing)
    screen.run(.overwrite)
    #expect(screen.codes == ["not-found", "not-found"])
    screen.run(.keepBoth)
    #expect(try texts == ["mine"])
  }

  @Test func `a store that refuses leaves the form as it is`() throws {
    let store = RefusingStore()
    let test = TestWorld(store: store)
    try test.add([.sample("A")])
    let screen = Screen(
      try ManageViewModel(browser: try QuestionBrowser(bank: test.bank, deck: nil)))
    screen.run(.edit, .write(.question("mine")))
    store.refuses = true
    screen.run(.save)
    #expect(screen.codes == ["save-failed"])
    #expect(screen.state.fields.question == "mine")
    store.refuses = false
    screen.run(.save)
    #expect(screen.state.message?.code == "saved")
  }
}
