import QuizKit
import QuizStore
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// Cards, gaps, orders and pairs at a live terminal.
@Suite struct PartsLiveTests {
  private static func store() throws -> MemoryStore {
    let store = MemoryStore(schema: QuestionBank.schema)
    try TestProgram(samples: false, files: try KindsBank.files, store: store)
      .run("import parts.json")
    return store
  }

  private func desk(
    _ lines: String..., language: Language = .english, columns: Int = 80, rows: Int = 24,
    store: MemoryStore? = nil
  ) throws -> LiveDesk {
    let desk = try LiveDesk(
      size: ScreenSize(columns: columns, rows: rows), store: try store ?? Self.store(),
      language: language)
    for line in lines { desk.type(line + "\r") }
    desk.wait(LiveDesk.doubleTap)
    return desk
  }

  private let up = "\u{1B}[A"
  private let down = "\u{1B}[B"

  /// The row of the list that has these words.
  private func row(_ words: String, _ desk: LiveDesk) -> String? {
    desk.list.first { $0.contains(words) }
  }

  /// The letter of a line on the right.
  private func letter(of right: String, _ desk: LiveDesk) -> String {
    let row = desk.rows.first { $0.hasSuffix(". " + right) } ?? ""
    return String(row.drop { $0 == " " }.prefix(1))
  }

  // MARK: - Cards

  @Test func `enter shows the back of a card, and enter again grades nothing`() throws {
    let desk = try desk("quiz --practice")
    #expect(desk.shows("Enter show the back") && !desk.shows("Saying it"))
    desk.type("\r")
    #expect(desk.shows("Back: Saying it in few words"))
    #expect(desk.shows("  1 again - ") && desk.shows("  4 easy - "))
    desk.answer("\r")
    #expect(desk.shows("1 again") && desk.shows("1 of 4"))
  }

  @Test(arguments: ["1", "2", "3", "4", "３"])
  func `a digit grades a card only once its back is shown`(_ digit: String) throws {
    let desk = try desk("quiz --practice")
    desk.answer(digit)
    #expect(desk.line == "answer>" && desk.shows("Think of the back."))
    desk.answer("\r")
    #expect(desk.shows("How well did you remember it?"))
    desk.answer(digit)
    #expect(!desk.shows("How well did you remember it?") && desk.shows("Enter next"))
  }

  @Test func `a card says whether it counts as right`() throws {
    let right = try desk("quiz --practice")
    right.answer("\r")
    right.answer("2")
    #expect(right.shows("Yours: hard") && right.shows("〇 right"))
    let wrong = try desk("quiz --practice")
    wrong.answer("\r")
    wrong.answer("1")
    #expect(wrong.shows("Yours: again") && wrong.shows("× wrong"))
  }

  @Test func `a grade that is typed is in the row that stays of the card`() throws {
    let desk = try desk("quiz", ":3")
    desk.escape()
    #expect(desk.listedAnswers().contains { $0.contains(" 1  What") && $0.hasSuffix("  good") })
  }

  @Test func `the grade of a card is taken back, and its front is asked again`() throws {
    let desk = try desk("quiz")
    desk.answer("\r")
    desk.answer("4")
    #expect(desk.shows("2 of 4"))
    desk.escape()
    desk.type("undo\r")
    #expect(desk.shows("1 of 4") && desk.shows("Think of the back."))
  }

  // MARK: - Gaps

  @Test func `enter goes through the gaps, and hands in what is whole`() throws {
    let desk = try desk("quiz", "go 2")
    #expect(desk.shows("Water [1 ____] at [2 ____] degrees") && desk.field == "gap 1>")
    desk.type("boils\r")
    #expect(desk.shows("[1 boils] at [2 ____]") && desk.field == "gap 2>")
    desk.answer("100")
    #expect(desk.shows("Enter hand in"))
    desk.answer("\r")
    #expect(desk.shows("3 of 4"))
    #expect(
      desk.listedAnswers().contains {
        $0.contains(" 2  Water [1] at [2]") && $0.hasSuffix("boils; 100")
      })
  }

  @Test(arguments: ["manage", "search water"])
  func `a list shows the gaps of a question as numbers, and not as they are written`(
    line: String
  ) throws {
    let desk = try desk(line)
    #expect(desk.rows.contains { $0.contains("  Water [1] at [2]") }, "\(desk.rows)")
  }

  @Test func `enter in an empty gap hands in nothing, and its hint says so`() throws {
    let desk = try desk("quiz", "go 2")
    desk.type("a\r")
    #expect(desk.field == "gap 2>" && !desk.shows("hand in") && desk.shows("Enter next gap"))
    for _ in 0..<3 { desk.answer("\r") }
    #expect(desk.shows("2 of 4") && desk.shows("[2 ____]"))
  }

  @Test func `enter that is held in a gap does not hand in the next one`() throws {
    let desk = try desk("quiz", "go 2")
    desk.type("\(down)100\r\r\r\r")
    #expect(desk.shows("2 of 4") && desk.shows("[1 ____] at [2 100]"))
  }

  @Test func `up and down keep what is typed`() throws {
    let desk = try desk("quiz", "go 2")
    desk.type("melts\(down)")
    #expect(desk.shows("[1 melts]") && desk.field == "gap 2>")
    desk.type("99\(up)")
    #expect(desk.shows("[2 99]") && desk.field == "gap 1> melts" && desk.shows("2 of 4"))
  }

  @Test func `escape leads from a gap to commands, which hand in what there is`() throws {
    let desk = try desk("quiz", "go 2")
    desk.type("a\r")
    desk.escape()
    #expect(desk.rows.last?.contains("Enter type into the gap - choose hand in") == true)
    desk.type("choose\r")
    #expect(desk.shows("3 of 4"))
    desk.type("go 2\r")
    #expect(desk.shows("[1 boils] at [2 ____]"))
  }

  @Test func `a letter that fills the last gap is kept as the choice that it means`() throws {
    let desk = try desk("quiz", "go 2")
    desk.type("\(down)100\(up)c\r")
    #expect(desk.shows("3 of 4") && desk.listedAnswers().contains { $0.hasSuffix("melts; 100") })
  }

  @Test func `the choices of a gap stay in their column in a narrow window`() throws {
    let desk = try desk("quiz", "go 2", columns: 40)
    let first = try #require(desk.rows.firstIndex { $0.contains("1. ____") })
    #expect(desk.rows[first + 1].hasPrefix("       "))
  }

  @Test func `the gap that is typed is on the screen in a low window`() throws {
    let desk = try desk("quiz", "go 2", columns: 40, rows: 11)
    #expect(desk.shows("Water [1 ____]") && !desk.shows("2. ____"), "\(desk.rows)")
    desk.type("a\r")
    #expect(desk.field == "gap 2>" && desk.shows("2. ____"), "\(desk.rows)")
  }

  @Test func `a gap that was filled is filled after the program was killed`() throws {
    let store = try Self.store()
    let killed = try desk("quiz", "go 2", store: store)
    killed.type("melts\r")
    let desk = try desk("resume", store: store)
    #expect(desk.shows("2 of 4") && desk.shows("Water [1 melts] at [2 ____]"))
    desk.escape()
    desk.type("gap 2 100\r")
    #expect(desk.shows("3 of 4"))
  }

  // MARK: - Orders

  @Test func `space lifts a choice, arrows move it, and enter puts it down and then hands in`()
    throws
  {
    let desk = try desk("quiz", "go 3")
    let first = try #require(desk.chosen)
    desk.type(" ")
    #expect(desk.shows("Space put down") && !desk.shows("Enter hand in"))
    desk.type(down + down)
    desk.answer("\r")
    #expect(desk.shows("3 of 4") && desk.chosen == first && desk.list[2] == first)
    desk.answer("\r")
    #expect(desk.shows("4 of 4"))
  }

  @Test func `enter that is held while it puts a choice down does not hand in`() throws {
    let desk = try desk("quiz", "go 3")
    desk.type(" \(down)")
    desk.answer("\r\r\r\r")
    #expect(desk.shows("3 of 4") && desk.shows("Space lift"))
  }

  @Test func `escape puts a choice down, and does not leave`() throws {
    let desk = try desk("quiz", "go 3")
    desk.type(" ")
    desk.escape()
    #expect(desk.shows("Space lift") && desk.shows("3 of 4"))
    desk.escape()
    #expect(desk.line == "start>")
  }

  @Test func `enter hands in no order that nobody touched`() throws {
    let desk = try desk("quiz", "go 3")
    desk.answer("\r")
    #expect(desk.shows("3 of 4") && desk.shows("Nothing is moved yet."))
  }

  @Test func `an order can be typed, and is the same in the row that stays`() throws {
    for line in ["2 1 3 4", "order 2 1 3 4"] {
      let desk = try desk("quiz", "go 3")
      desk.type(line + "\r")
      #expect(desk.shows("4 of 4"))
      let row = try #require(desk.listedAnswers().first { $0.contains(" 3  Put") })
      #expect(row.contains(" → ") && !row.contains("; "))
    }
  }

  @Test func `an order that was moved is there after the program was killed`() throws {
    let store = try Self.store()
    let killed = try desk("quiz", "go 3", store: store)
    killed.type(" \(down)")
    let moved = killed.list.prefix(4).map { $0.filter(\.isLetter) }
    let desk = try desk("resume", store: store)
    #expect(
      desk.list.prefix(4).map { $0.filter(\.isLetter) } == moved.map { $0.filter(\.isLetter) })
  }

  // MARK: - Pairs

  @Test func `a letter matches a line, and enter hands in only when all are matched`() throws {
    let desk = try desk("quiz", "go 4")
    let strings = letter(of: "strings", desk)
    #expect(desk.shows("Enter next line"))
    desk.answer("\r")
    #expect(desk.shows("4 of 4") && desk.chosen?.contains("flute") == true)
    desk.type(up)
    for right in [strings, letter(of: "air", desk), strings] { desk.answer(right + "\r") }
    #expect(desk.shows("Enter hand in") && desk.shows("harp    –  \(strings). strings"))
    desk.answer("\r")
    #expect(desk.shows("Your answers"))
  }

  @Test func `enter that is held while it matches the last line does not hand in`() throws {
    let desk = try desk("quiz", "go 4")
    desk.type("a\r")
    desk.answer("b\r")
    desk.answer("a\r\r\r")
    #expect(desk.shows("4 of 4") && desk.shows("Enter hand in"))
  }

  @Test func `space goes through the lines on the right, and through none`() throws {
    let desk = try desk("quiz", "go 4")
    for letter in ["a", "b", "c"] {
      desk.answer(" ")
      #expect(desk.chosen?.contains("–  \(letter). ") == true)
    }
    desk.answer(" ")
    #expect(desk.chosen?.hasSuffix("–  ?") == true)
  }

  @Test func `pairs that are typed at once are in the row that stays`() throws {
    let desk = try desk("quiz", "go 4")
    let strings = letter(of: "strings", desk)
    desk.type("match 1\(strings) 2\(letter(of: "air", desk)) 3\(strings)\r")
    #expect(desk.shows("Your answers"))
    #expect(
      desk.rows.contains { $0.contains(" 4  Match") && $0.contains("violin – ") })
  }

  @Test func `pairs that were matched are matched after the program was killed`() throws {
    let store = try Self.store()
    let killed = try desk("quiz", "go 4", store: store)
    killed.type("b\r")
    let matched = try #require(row("violin", killed))
    #expect(!matched.hasSuffix("?"))
    #expect(row("violin", try desk("resume", store: store)) == matched)
  }

  // MARK: - Results

  @Test func `a partly right answer is not called wrong`() throws {
    let desk = try desk("quiz --practice --partial", "go 2")
    desk.type("a\r")
    desk.answer("5\r")
    desk.answer("\r")
    #expect(desk.everything.contains { $0.hasPrefix("  2  Water") && $0.hasSuffix("~ partly") })
  }

  @Test func `a question without an answer is called so, and not wrong as well`() throws {
    let desk = try desk("quiz", "finish", "result", language: .japanese)
    desk.answer("y")
    desk.answer("\u{1B}[A")
    desk.answer("\r")
    #expect(desk.shows("1 / 4   - 未回答") && !desk.shows("× 不正解"), "\(desk.rows)")
  }

  @Test func `lists number the gaps of a text`() throws {
    let desk = try desk("quiz", "finish")
    #expect(desk.shows("2  Water [1] at [2] degrees Celsius."))
    desk.type("result\r")
    desk.type("y")
    #expect(desk.shows("Water [1] at [2] degrees Celsius.") && !desk.shows("[[1]]"))
  }
}
