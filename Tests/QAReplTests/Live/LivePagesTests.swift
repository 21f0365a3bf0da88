import QuizKit
import QuizStore
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// Texts in the whole window, and what happens behind them.
@Suite struct LivePagesTests {
  private static let down = "\u{1B}[B"

  @Test func `the keys of a screen fill the window, and nothing is left of them`() throws {
    let desk = try LiveDesk()
    desk.scheduler.advance(by: .seconds(1))
    let before = desk.rows
    desk.type("?")
    #expect(desk.device.screen.isAlternate && desk.device.isOnAlternateScreen)
    #expect(desk.rows.count == 24 && desk.rows[0] == "  Keys")
    desk.type("q")
    #expect(!desk.device.screen.isAlternate && !desk.device.isOnAlternateScreen)
    #expect(desk.rows == before && desk.device.screen.scrollback.isEmpty)
  }

  @Test func `what is printed while a text fills the window is there when it is closed`() throws {
    let desk = try LiveDesk()
    desk.type("?")
    desk.session.echo("news")
    desk.settle()
    #expect(!desk.shows("news") && desk.device.screen.isAlternate)
    desk.type("q")
    #expect(desk.shows("news") && desk.shows("Enter play"))
  }

  @Test func `Ctrl-Z gives the main screen back, with what was printed meanwhile`() throws {
    let desk = try LiveDesk()
    desk.type("?")
    desk.session.echo("news")
    desk.type("\u{1A}")
    #expect(!desk.device.screen.isAlternate && !desk.device.isOnAlternateScreen)
    #expect(desk.rows[1] == "  > news" && !desk.shows("Enter play"))
    desk.scheduler.advance(by: .milliseconds(100))
    #expect(desk.device.screen.isAlternate && desk.rows[0] == "  Keys")
  }

  @Test func `a command that is typed below a text goes back to the main screen first`() throws {
    let desk = try LiveDesk()
    desk.type("?")
    desk.type(":decks\r")
    #expect(!desk.device.screen.isAlternate && desk.screen == .decks)
  }

  @Test func `another background changes the colours in place, and only those`() throws {
    let desk = try LiveDesk(palette: Palette(depth: .direct))
    desk.scheduler.advance(by: .seconds(1))
    desk.type("half a comm")
    let (rows, written) = (desk.rows, desk.device.written.count)
    desk.session.recolor(for: .light)
    desk.scheduler.advance(by: .seconds(1))
    #expect(desk.rows == rows && desk.line == "start> half a comm")
    let light = Palette(depth: .direct, scheme: .light).chosen(">")
    #expect(desk.device.written.dropFirst(written).contains(light))
    let bytes = desk.device.written.count
    desk.session.recolor(for: .light)
    desk.scheduler.advance(by: .seconds(1))
    #expect(desk.device.written.count == bytes)
  }

  // MARK: - Questions that are longer than the window

  /// A question of sixty lines, with commentary of ten.
  private func quiz() throws -> LiveDesk {
    let text = (1...60).map { "line \($0)" }.joined(separator: "\n")
    let reason = (1...10).map { "reason \($0)" }.joined(separator: "\n")
    let store = MemoryStore(schema: QuestionBank.schema)
    let table = "question,a,b,answer,commentary\n\"\(text)\",yes,no,A,\"\(reason)\"\n"
    let files = TestFiles(contents: ["one.csv": table])
    let program = try TestProgram(samples: false, files: files, store: store)
    program.run("import one.csv")
    let desk = try LiveDesk(size: ScreenSize(columns: 60, rows: 15), store: store)
    desk.type("quiz --practice\r")
    desk.scheduler.advance(by: .seconds(1))
    return desk
  }

  @Test func `choices below the window are announced, and Enter shows them before it takes one`()
    throws
  {
    let desk = try quiz()
    #expect(desk.shows("line 1") && !desk.shows("yes"))
    #expect(desk.rows.last?.hasPrefix("  PgDn more") == true)
    #expect(desk.shows(" of 63"))
    desk.answer(Self.down)
    #expect(desk.shows("line 2") && !desk.rows.contains { $0.hasSuffix("line 1") })
    desk.answer("\r")
    #expect(desk.shows("line 60") && desk.shows("> 1  o  yes"))
    #expect(desk.shows("answer>"))
    desk.answer("\r")
    #expect(desk.rows.last?.contains("Enter next") == true)
  }

  @Test func `commentary below the window is announced`() throws {
    let desk = try quiz()
    desk.answer("1")
    #expect(desk.rows.last?.hasPrefix("  PgDn more - Enter next") == true)
    desk.answer("\u{1B}[F")
    #expect(desk.shows("reason 10"))
    #expect(desk.rows.last?.hasPrefix("  Enter next") == true)
  }
}
