import Signals
import Testing

@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct NotesViewModelTests {
  private let test = TestWorld()
  private let book: NoteBook
  private let screen: NotesViewModel

  init() throws {
    try test.add([.sample("First?"), .sample("Second?")], deck: "A")
    try test.add([.sample("Third?")], deck: "B")
    book = test.notes
    screen = try NotesViewModel(book: book, world: test.world)
  }

  private func run(_ commands: NotesCommand...) {
    for command in commands { screen.commands.emit(command) }
  }

  private func refusals(_ commands: NotesCommand...) -> [String] {
    var codes: [String] = []
    let handle = screen.refusals.observe { codes.append($0.code) }
    for command in commands { screen.commands.emit(command) }
    handle.dispose()
    return codes
  }

  private func write(_ title: String, _ body: String = "", deck: String = "A", question: Int? = nil)
  {
    run(.new(deck: deck, question: question), .title(title), .body(body), .save, .close)
    test.scheduler.advance(by: .seconds(60))
  }

  @Test func `a new note whose deck is deleted before it is saved is kept alone`() throws {
    run(.new(deck: "B", question: nil), .title("kept"))
    try test.bank.deleteDecks(["B"])
    #expect(refusals(.save) == [])
    #expect(screen.state.note?.createdAt != nil && screen.state.note?.deck == nil)
    #expect(try book.notes(NoteBook.Query()).map(\.title) == ["kept"])
  }

  @Test func `a saved note has when it was made and when it was changed`() {
    write("one")
    run(.open(1), .body("text"), .save)
    #expect(screen.state.note?.createdAt?.minute == "1970-01-01 00:00")
    #expect(screen.state.note?.changedAt?.minute == "1970-01-01 00:01")
    #expect(screen.state.note?.unsaved == false)
    #expect(screen.state.message?.code == "saved")
  }

  @Test func `a preview is forty characters of one line`() {
    write("long", "one\n\n two\t" + String(repeating: "あ", count: 100))
    let preview = screen.state.items[0].preview
    #expect(preview == "one two " + String(repeating: "あ", count: 32) + "…")
  }

  @Test func `a note is about a deck or about one of its questions`() {
    write("deck")
    write("question", question: 2)
    #expect(screen.state.items.map(\.deck) == ["A", "A"])
    #expect(screen.state.items.map(\.question) == ["Second?", nil])
  }

  @Test func `the list of a deck has the notes on its questions too`() {
    write("deck")
    write("question", question: 2)
    write("other", deck: "B")
    run(.list(deck: "A", words: ""))
    #expect(screen.state.items.map(\.title) == ["question", "deck"])
    #expect(screen.state.deck == "A")
  }

  @Test func `a search finds all of its words, whatever their width and kana`() {
    write("ﾃｽﾄ", "Swift の話")
    write("other", "Swift")
    run(.list(deck: nil, words: "てすと ｓｗｉｆｔ"))
    #expect(screen.state.items.map(\.title) == ["ﾃｽﾄ"])
    #expect(screen.state.total == 1)
  }

  @Test func `a new note is about what the list keeps to`() throws {
    let query = NoteBook.Query(subject: try book.subject(deck: "A", question: 1))
    let screen = try NotesViewModel(book: book, query: query, world: test.world)
    screen.commands.emit(.new(deck: nil, question: nil))
    #expect(screen.state.note?.question == "First?")
  }

  @Test func `a note may stand alone, and is listed with the others`() throws {
    run(.new(deck: nil, question: nil), .title("Alone"), .save, .close)
    #expect(screen.state.items.map(\.title) == ["Alone"])
    #expect(screen.state.items.map(\.deck) == [nil])
    #expect(try book.notes(NoteBook.Query()).map(\.subject) == [nil])
  }

  @Test func `a note about what is not there is refused`() {
    #expect(refusals(.new(deck: "C", question: nil)) == ["unknown-deck"])
    #expect(refusals(.new(deck: "B", question: 2)) == ["no-such-line"])
  }

  @Test func `a note that says nothing is not saved`() throws {
    run(.new(deck: "A", question: nil), .title(" "), .body("\u{3000}"))
    #expect(refusals(.save) == ["empty-note"])
    #expect(screen.state.isUnsaved)
    #expect(try book.notes(NoteBook.Query()).isEmpty)
  }

  @Test func `cancel brings back what was saved`() {
    write("one", "body")
    run(.open(1), .title("two"), .cancel)
    #expect(screen.state.note?.title == "one")
    #expect(!screen.state.isUnsaved)
    run(.new(deck: "A", question: nil), .title("new"), .cancel)
    #expect(screen.state.note == nil)
  }

  @Test func `an unsaved note is not lost by opening another or listing`() {
    write("one")
    run(.open(1), .title("changed"))
    #expect(
      refusals(.open(1), .new(deck: "A", question: nil), .list(deck: nil, words: ""), .delete(1))
        == Array(repeating: "unsaved-note", count: 4))
    #expect(screen.state.note?.title == "changed")
  }

  @Test func `a note whose text alone was changed is unsaved`() {
    write("one")
    run(.open(1), .body("changed"))
    #expect(screen.state.isUnsaved)
  }

  @Test func `a deleted note is gone, and each command tells one state`() {
    write("one")
    write("two")
    var states: [NotesState] = []
    let handle = screen.states.observe { states.append($0) }
    run(.delete(1))
    #expect(states.dropFirst().map { $0.items.map(\.title) } == [["one"]])
    #expect(screen.state.message?.code == "deleted")
    handle.dispose()
  }

  @Test func `notes go with their deck and with their question`() throws {
    write("deck")
    write("question", question: 1)
    write("other", deck: "B")
    try test.world.store.delete(try test.bank.deck(named: "A").id)
    try test.world.store.save()
    #expect(screen.state.items.map(\.title) == ["other"])
  }

  @Test func `the list follows the new name of a deck`() throws {
    write("one")
    var deck = try test.bank.deck(named: "A")
    deck.name = "Renamed"
    try test.world.store.update(deck)
    try test.world.store.save()
    #expect(screen.state.items.map(\.deck) == ["Renamed"])
  }

  @Test func `a long list is turned page by page`() {
    for number in 1...21 { write("n\(number)") }
    #expect(screen.state.items.count == 20)
    #expect(refusals(.move(.previousPage)) == ["first-page"])
    run(.move(.nextPage))
    #expect(screen.state.items.map(\.number) == [21])
    #expect(screen.state.items.map(\.title) == ["n1"])
    #expect(refusals(.move(.nextPage)) == ["last-page"])
    run(.delete(21))
    #expect(screen.state.page == ListPosition(1, total: 20))
  }

  @Test func `the note written last is first, or the one changed last`() {
    write("one")
    test.scheduler.advance(by: .seconds(1))
    write("two")
    test.scheduler.advance(by: .seconds(1))
    run(.open(2), .body("changed"), .save, .close)
    #expect(screen.state.items.map(\.title) == ["two", "one"])
    run(.list(deck: nil, words: "", order: .changed))
    #expect(screen.state.items.map(\.title) == ["one", "two"])
  }

  @Test(
    arguments: [
      (String(repeating: "a", count: 40), String(repeating: "a", count: 40)),
      (String(repeating: "a", count: 41), String(repeating: "a", count: 40) + "…"),
      ("a\n b", "a b"), ("a" + String(repeating: " ", count: 200) + "b", "a…"),
    ])
  func `a preview that is cut says so`(body: String, preview: String) {
    write("one", body)
    #expect(screen.state.items.map(\.preview) == [preview])
  }

  @Test func `other lines are shown and the message stays`() {
    for number in 1...30 { write("\(number)") }
    run(.delete(1), .move(.show(ListWindow(first: 20, count: 5))))
    #expect(screen.state.items.map(\.number) == [21, 22, 23, 24, 25])
    #expect(screen.state.message?.code == "deleted")
    run(.open(1))
    #expect(screen.state.message == nil)
  }

  @Test func `a page has as many notes as the query says`() {
    for number in 1...7 { write("\(number)") }
    run(.list(deck: nil, words: "", pageSize: 3), .move(.nextPage))
    #expect(screen.state.items.map(\.number) == [4, 5, 6])
    #expect(screen.state.page.pages == 3)
    run(.move(.nextPage))
    #expect(screen.state.items.map(\.number) == [7])
    #expect(refusals(.move(.nextPage)) == ["last-page"])
  }
}
