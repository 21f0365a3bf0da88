import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct FrameTests {
  private func frame(
    _ text: String, cursor: Int? = nil, status: [String] = [], rows: Int, fillsWindow: Bool = false
  ) -> Frame {
    var buffer = EditBuffer(text)
    if let cursor { buffer.move(to: cursor) }
    let input = TextLayout(buffer, prompt: "> ", columns: 20)
    let size = ScreenSize(columns: 20, rows: rows)
    return Frame(
      status: status.map { RegionRow(text: $0) }, input: input, below: ["hint"], size: size,
      fillsWindow: fillsWindow)
  }

  @Test func `status, input and hint stand below each other`() {
    let frame = frame("x", status: ["s"], rows: 24)
    #expect(frame.rows.map(\.text) == ["s", "> x", "hint"])
    #expect(frame.cursorRow == 1 && frame.cursorColumn == 3)
  }

  @Test func `a long text is cut to a window around the cursor`() {
    let text = (1...30).map(String.init).joined(separator: "\n")
    let frame = frame(text, cursor: 20, status: ["s"], rows: 8)
    #expect(frame.rows.count == 7)
    #expect(frame.rows[0].text == "s")
    #expect(frame.rows[1].text.hasPrefix("  ^ "))
    #expect(frame.rows[6].text.hasPrefix("  v "))
    #expect(frame.rows[frame.cursorRow].text == "  10")
  }

  @Test func `a screen with all signs marks what is cut and what is out of sight with them`() {
    let text = (1...30).map(String.init).joined(separator: "\n")
    var buffer = EditBuffer(text)
    buffer.move(to: 20)
    let mark = CutMark(.unicode, .unknown)
    let input = TextLayout(buffer, prompt: "a long prompt> ", columns: 12, mark: mark)
    let frame = Frame(
      status: [RegionRow(text: "a status of many words")], input: input, below: [],
      size: ScreenSize(columns: 12, rows: 8), signs: .unicode)
    #expect(frame.rows[0].text == "a status …")
    #expect(frame.rows[1].text.hasPrefix("  ↑ ") && frame.rows[6].text.hasPrefix("  ↓ "))
    #expect(input.rows[0].text.contains("…"))
  }

  @Test func `a screen of one row shows the row of the cursor`() {
    let frame = frame("one\ntwo\nthree", status: ["s"], rows: 1)
    #expect(frame.rows.map(\.text) == ["  three"])
    #expect(frame.cursorRow == 0)
  }

  @Test func `only a frame that fills the window leaves no row free above it`() {
    let status = ["s", "t", "u"]
    #expect(frame("x", status: status, rows: 5).rows.count == 4)
    let full = frame("x", status: status, rows: 5, fillsWindow: true)
    #expect(full.rows.map(\.text) == ["s", "t", "u", "> x", "hint"])
  }

  @Test func `the rows below go first when there is no room, then the status`() {
    #expect(frame("x", status: ["s"], rows: 3).rows.map(\.text) == ["s", "> x"])
    #expect(frame("x", status: ["s", "t"], rows: 3).rows.map(\.text) == ["s", "> x"])
  }
}
