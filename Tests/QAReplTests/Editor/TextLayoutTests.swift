import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct TextLayoutTests {
  private func layout(_ text: String, cursor: Int? = nil, columns: Int) -> TextLayout {
    var buffer = EditBuffer(text)
    if let cursor { buffer.move(to: cursor) }
    return TextLayout(buffer, prompt: "> ", columns: columns)
  }

  @Test func `the last column stays free`() {
    #expect(layout("abcdefg", columns: 8).rows.map(\.text) == ["> abcde", "  fg"])
  }

  @Test func `a wide character that does not fit goes to the next row`() {
    let layout = layout("a日本語", columns: 8)
    #expect(layout.rows.map(\.text) == ["> a日本", "  語"])
    #expect(layout.rows.map(\.cells) == [7, 4])
  }

  @Test func `the cursor behind a full row stands in the next`() {
    let layout = layout("abcde", columns: 8)
    #expect(layout.cursor == .init(row: 1, column: 2))
    #expect(layout.rows.count == 2)
  }

  @Test func `the cursor before a character that wraps stands where it is drawn`() {
    #expect(layout("a日本語", cursor: 3, columns: 8).cursor == .init(row: 1, column: 2))
  }

  @Test func `a row ends after a blank, and a word that has no room goes to the next one`() {
    let layout = layout("shared responsibility model", columns: 18)
    #expect(layout.rows.map(\.text) == ["> shared ", "  responsibility ", "  model"])
    #expect(layout.cursor == .init(row: 2, column: 7))
  }

  @Test func `a word of more than two thirds of a row is cut`() {
    #expect(layout("a https://w.org", columns: 14).rows.map(\.text) == ["> a https://w", "  .org"])
  }

  @Test func `a blank after a full row begins no row, and has a place for the cursor`() {
    let layout = layout("abcde fg", cursor: 5, columns: 8)
    #expect(layout.rows.map(\.text) == ["> abcde", "  fg"])
    #expect(layout.cursor == .init(row: 0, column: 7))
  }

  @Test func `no row begins with a full stop, or ends with an opening bracket`() {
    #expect(layout("日本語。", columns: 9).rows.map(\.text) == ["> 日本", "  語。"])
    #expect(layout("日本「語」", columns: 10).rows.map(\.text) == ["> 日本", "  「語」"])
  }

  @Test func `every place in a text is one cell of the screen, and that cell is the place`() {
    var random = SplitMix64(seed: 11)
    let alphabet = Array("abcdef.  日本語、。「」ッーé\n")
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? "a"
      }
      let columns = Int.random(in: 4...24, using: &random)
      var buffer = EditBuffer(String(text))
      var cells: Set<[Int]> = []
      for index in 0...text.count {
        buffer.move(to: index)
        let layout = TextLayout(buffer, prompt: "> ", columns: columns)
        let cursor = layout.cursor
        #expect(layout.rows.allSatisfy { $0.cells < columns })
        let isNew = cells.insert([cursor.row, cursor.column]).inserted
        #expect(isNew)
        #expect(layout.index(rowsFromCursor: 0) == index)
        guard index < text.count, text[index] != "\n" else { continue }
        let row = layout.rows[cursor.row]
        let drawn = row.text.indices.first {
          displayWidth(String(row.text[..<$0])) == cursor.column
        }
        #expect(drawn.map { row.text[$0] } ?? " " == text[index])
      }
    }
  }

  @Test func `line ends begin rows under the text, not under the prompt`() {
    #expect(layout("a\n\nb", columns: 20).rows.map(\.text) == ["> a", "  ", "  b"])
  }

  @Test func `control characters of an old text are shown, not sent`() {
    let layout = layout("a\u{1B}b", columns: 20)
    #expect(layout.rows.map(\.text) == ["> a^[b"])
    #expect(layout.cursor.column == 6)
  }

  @Test func `the blanks before a prompt do not count as its share of the screen`() {
    let layout = TextLayout(EditBuffer("help"), prompt: "  start › ", columns: 20)
    #expect(layout.rows.map(\.text) == ["  start › help"])
  }

  @Test func `a prompt of two thirds of the screen is whole`() {
    let layout = TextLayout(EditBuffer("x"), prompt: "登録しますか? [Enter]> ", columns: 40)
    #expect(layout.rows.map(\.text) == ["登録しますか? [Enter]> x"])
  }

  @Test func `a wider prompt is cut`() {
    let layout = TextLayout(EditBuffer("x"), prompt: "a long prompt> ", columns: 11)
    #expect(layout.rows.first.map { $0.cells <= 10 } == true)
  }

  @Test(arguments: 2...24)
  func `no row is wider than the screen less one`(columns: Int) {
    let layout = layout("日本語abc👨‍👩‍👧e\u{301}ﾊﾟ🇯🇵 x\n日本語", columns: columns)
    #expect(layout.rows.allSatisfy { $0.cells == displayWidth($0.text) })
    #expect(layout.rows.allSatisfy { $0.cells <= max(3, columns - 1) })
    #expect(layout.positions.allSatisfy { $0.column < max(4, columns) })
  }
}
