import QuizKit
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// The rows above and below the prompt, and the texts and questions over the screen.
@Suite final class RegionTests {
  private var region = Region(theme: RegionTests.theme(), height: 24)

  private static func theme(_ columns: Int = 79) -> Theme {
    Theme(strings: Strings(language: .english), palette: Palette(), columns: columns)
  }

  private func list(_ count: Int, title: String = "Title") -> LiveView {
    LiveView(
      RowList(
        id: "list", count: count, lines: { row, _ in ["row \(row + 1)"] },
        command: { .screen(NotesCommand.open($0 + 1)) }, hint: { _ in "Enter open" }),
      of: .decks, title: title, RegionTests.theme())
  }

  private func rows() -> [String] { region.rows().map(\.text) }
  private func perform(_ action: KeyBinding.Action) -> Bool { region.perform(action) }
  private func take(_ number: Int? = nil) throws -> Pane.Taken? { try region.take(number) }
  private func open(_ number: Int) -> Pane.Taken { .command(.screen(NotesCommand.open(number))) }
  private func close() -> Bool { region.close() }
  private func find(_ isOn: Bool) -> Bool { region.find(isOn) }

  private func show(_ liveView: LiveView) {
    region.show(liveView)
    _ = rows()
  }

  private func ask() -> [String] {
    region.ask(YesNo("Really?", standard: false) { _ in })
    return rows()
  }

  // MARK: - Questions

  @Test func `a question stands below the list with its two answers`() {
    show(list(2))
    #expect(
      ask() == ["", "  Title", "", "    row 1", "    row 2", "", "  Really?", "    Yes", "  > No"])
    #expect(region.prompt?.text == "  yes or no> ")
  }

  @Test func `the arrow keys choose between yes and no and leave the list alone`() throws {
    show(list(2))
    _ = ask()
    #expect(perform(.move(.rows(-1))))
    #expect(try take() == .answer(true))
    region.ask(nil)
    #expect(try take() == open(1))
  }

  @Test func `the same question asked again begins with its standard answer`() throws {
    show(list(2))
    _ = ask()
    _ = perform(.move(.rows(-1)))
    region.ask(nil)
    _ = ask()
    #expect(try take() == .answer(false))
  }

  @Test func `while a question waits no key explains or searches behind it`() {
    show(list(2))
    _ = ask()
    for key in ["?", "/", "？", "／"] { #expect(region.prompt?.actions[.text(key)] == nil) }
  }

  @Test func `a question at a long list leaves its own rows on the screen`() {
    region.change(RegionTests.theme(), height: 12)
    show(list(50))
    let rows = ask()
    #expect(rows.count == 9)
    #expect(rows.suffix(3) == ["  Really?", "    Yes", "  > No"])
  }

  // MARK: - Texts over the screen

  private func page(_ count: Int) {
    region.page { _ in (1...count).map { "line \($0)" } }
  }

  @Test func `a text lies over the list until it is closed`() {
    show(list(2))
    page(40)
    #expect(rows().count == 22 && rows()[0] == "  line 1")
    #expect(rows().last == "    21 of 40")
    #expect(region.prompt?.fillsWindow == true)
    #expect(close())
    #expect(rows().contains("  > row 1"))
    #expect(region.prompt?.fillsWindow == false)
    #expect(!close())
  }

  @Test(arguments: [Key.text("q"), .text("ｑ"), .named(.enter)])
  func `a key closes a text`(key: Key) {
    show(list(2))
    page(40)
    #expect(region.prompt?.actions[key] == .close)
    #expect(perform(.close))
    #expect(rows().contains("  > row 1"))
  }

  @Test func `a text scrolls and the list behind it does not`() throws {
    show(list(2))
    page(40)
    _ = rows()
    #expect(perform(.move(.pages(1))))
    #expect(rows().contains("  line 21"))
    _ = close()
    #expect(try take() == open(1))
  }

  @Test(arguments: [" ", "\u{3000}"]) func `the space bar goes on by pages, and q closes after it`(
    key: String
  ) {
    show(list(2))
    page(40)
    _ = rows()
    #expect(region.prompt?.actions[.text(key)] == .move(.pages(1)))
    #expect(region.prompt?.help == ["  Up Down Space b scroll - q close - g G start, end"])
    #expect(perform(.move(.pages(1))))
    #expect(rows().last == "    40 of 40")
    #expect(!perform(.move(.pages(1))))
    #expect(region.prompt?.actions[.text("q")] == .close)
  }

  @Test(arguments: [
    ("b", CursorMove.pages(-1)), ("ｂ", .pages(-1)), ("g", .toStart), ("ｇ", .toStart),
    ("G", .toEnd), ("Ｇ", .toEnd),
  ])
  func `letters move in a text as they do in less`(key: String, move: CursorMove) {
    show(list(2))
    page(40)
    #expect(region.prompt?.actions[.text(key)] == .move(move))
  }

  @Test func `a text that fits fills the window with blank rows`() {
    show(list(2))
    page(3)
    #expect(rows().count == 22 && rows()[2] == "  line 3" && rows()[3...].allSatisfy(\.isEmpty))
    #expect(region.prompt?.help == ["  q close"])
  }

  @Test func `a question that goes on below the window says so first`() {
    var liveView = LiveView(screen: .quiz, RegionTests.theme())
    liveView.body = (1...40).map { "line \($0)" }
    liveView.keys = [.take(hint: "Enter next")]
    show(liveView)
    #expect(rows().contains { $0.hasSuffix(" of 40") })
    #expect(region.prompt?.help == ["  PgDn more - Enter next"])
    #expect(perform(.move(.toEnd)))
    #expect(rows().contains { $0.hasSuffix("40 of 40") })
    #expect(region.prompt?.help == ["  Enter next"])
  }

  @Test func `a text has no keys that explain or search behind it`() {
    show(list(2))
    page(40)
    for key in ["?", "/", "？", "／"] { #expect(region.prompt?.actions[.text(key)] == nil) }
  }

  @Test func `a text is laid out again for another width`() {
    show(list(2))
    region.page { $0.lines(Array(repeating: "word", count: 30).joined(separator: " ")) }
    #expect(rows().count { !$0.isEmpty } == 2)
    region.change(RegionTests.theme(39), height: 24)
    #expect(rows().count { !$0.isEmpty } == 5)
    #expect(rows().allSatisfy { $0.count <= 39 })
  }

  // MARK: - Keys

  @Test(arguments: [20, 39, 79])
  func `as many hints as fit stand in one row`(columns: Int) throws {
    region = Region(theme: RegionTests.theme(columns), height: 15)
    show(list(2))
    let help = try #require(region.prompt?.help)
    #expect(help.count == 1)
    #expect(displayWidth(help[0]) <= columns)
    #expect(help[0].hasPrefix("  Enter open"))
  }

  @Test func `a hint that is wider than the window is cut`() throws {
    region = Region(theme: RegionTests.theme(8), height: 15)
    show(list(2))
    #expect(displayWidth(try #require(region.prompt?.help.first)) <= 8)
  }

  @Test func `right leads on from a row that has more, and the hint says so only there`() {
    let rows = RowList(
      id: "list", count: 2, lines: { row, _ in ["row \(row + 1)"] },
      command: { .screen(NotesCommand.open($0 + 1)) }, hint: { _ in "Enter open" },
      onward: { $0 == 1 ? .home : nil }, onwardHint: "-> ways")
    show(LiveView(rows, of: .decks, title: "Title", RegionTests.theme()))
    #expect(region.onward == nil && region.prompt?.help.first?.contains("-> ways") == false)
    _ = perform(.move(.rows(1)))
    #expect(region.onward == .home && region.prompt?.help.first?.contains("-> ways") == true)
    #expect(region.prompt?.actions[.named(.right)] == .onward)
    #expect(region.prompt?.actions[.named(.left)] == .perform(.back))
  }

  // MARK: - Numbers

  @Test func `a number takes its row, and one that is not there is refused`() throws {
    show(list(3))
    #expect(try take(3) == open(3))
    for number in [-1, 0, 4] {
      #expect(throws: ListRefusal.noSuchLine(number: number, count: 3)) {
        try take(number)
      }
    }
  }

  @Test func `a number on an empty list is refused`() {
    show(list(0))
    #expect(throws: ListRefusal.noSuchLine(number: 1, count: 0)) { try take(1) }
  }

  @Test func `enter on an empty list takes nothing`() throws {
    show(list(0))
    #expect(try take() == nil)
  }

  @Test func `a number opens the details of its row although a filter hides it`() throws {
    let liveView = LiveView(
      RowList(
        id: "result", count: 4,
        filters: [
          RowList.Filter(name: "all", rows: [0, 1, 2, 3]),
          RowList.Filter(name: "wrong", rows: [1]),
        ],
        lines: { row, _ in ["row \(row + 1)"] }, details: { row, _ in ["detail \(row + 1)"] }),
      of: .result, title: "Title", RegionTests.theme())
    show(liveView)
    _ = perform(.filter(by: 1))
    #expect(try take(4) == nil)
    #expect(rows().contains { $0.hasSuffix("detail 4") })
  }

  // MARK: - Ways

  private func opened() -> LiveView {
    var liveView = LiveView(screen: .manage, RegionTests.theme())
    liveView.body = ["opened"]
    return liveView
  }

  @Test func `the cursor is where it was when one comes back from a row`() throws {
    show(list(9))
    for _ in 1...4 { _ = perform(.move(.rows(1))) }
    show(opened())
    show(list(9))
    #expect(try take() == open(5))
  }

  @Test func `who has been on the first screen begins at the top again`() throws {
    show(list(9))
    for _ in 1...4 { _ = perform(.move(.rows(1))) }
    var first = LiveView(screen: .start, RegionTests.theme())
    first.isFirst = true
    show(first)
    show(list(9))
    #expect(try take() == open(1))
  }

  // MARK: - Search

  private func search(_ text: String) -> LiveView {
    var liveView = list(3)
    liveView.find = LiveView.Find(text: text) { _ in .screen(TrashCommand.empty) }
    return liveView
  }

  @Test func `a search that follows each key has a prompt of its own until it ends`() {
    show(search("Lamb"))
    #expect(find(true))
    #expect(region.prompt?.prefilled == "Lamb")
    #expect(region.prompt?.reportsEdits == true)
    #expect(find(false))
    #expect(region.prompt?.isCommandLine == true)
  }

  @Test func `a screen without a search has none that follows each key`() {
    show(list(3))
    #expect(!find(true))
    #expect(!region.isFinding)
  }

  @Test func `a search that follows each key ends with its screen`() {
    show(search(""))
    _ = find(true)
    show(list(3))
    #expect(!region.isFinding)
  }

  @Test func `a search that follows each key hints at the keys that are no text`() throws {
    show(search(""))
    _ = find(true)
    let help = try #require(region.prompt?.help.first)
    #expect(help == "  Enter open - Up Down choose - Tab commands - Esc leave")
  }
}
