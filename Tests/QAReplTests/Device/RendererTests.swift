import QuizSupport
import TestKit
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct RendererTests {
  private func frame(_ rows: [String], cursor: (Int, Int) = (0, 0)) -> Frame {
    Frame(
      rows: rows.map { Row(text: $0, cells: displayWidth($0)) }, cursorRow: cursor.0,
      cursorColumn: cursor.1)
  }

  @Test func `a frame is drawn with the cursor at its place`() {
    var screen = VirtualScreen(columns: 20, height: 6)
    var renderer = Renderer()
    screen.feed(renderer.bytes(for: frame(["status", "> 日本"], cursor: (1, 6)), columns: 20))
    #expect(screen.rows == ["status", "> 日本"])
    #expect(screen.row == 1 && screen.column == 6)
    #expect(screen.isWrapping && screen.isCursorShown)
  }

  @Test func `the same frame again writes nothing`() {
    var renderer = Renderer()
    _ = renderer.bytes(for: frame(["a"]), columns: 20)
    #expect(renderer.bytes(for: frame(["a"]), columns: 20).isEmpty)
  }

  @Test func `a change of the status leaves the input rows untouched`() {
    var screen = VirtualScreen(columns: 20, height: 4)
    var renderer = Renderer()
    screen.feed(renderer.bytes(for: frame(["9 s", "> typed"], cursor: (1, 7)), columns: 20))
    let bytes = renderer.bytes(for: frame(["8 s", "> typed"], cursor: (1, 7)), columns: 20)
    screen.feed(bytes)
    #expect(screen.rows == ["8 s", "> typed"])
    #expect(!String(decoding: bytes, as: UTF8.self).contains("typed"))
    #expect(bytes.count <= 80)
  }

  @Test func `lines above scroll up and the frame stays below them`() {
    var screen = VirtualScreen(columns: 10, height: 4)
    var renderer = Renderer()
    screen.feed(renderer.bytes(for: frame(["s", "> x"], cursor: (1, 3)), columns: 10))
    for line in ["one", "two", "a line that is longer"] {
      screen.feed(
        renderer.bytes(for: frame(["s", "> x"], cursor: (1, 3)), above: [line], columns: 10))
    }
    #expect(screen.rows.suffix(2) == ["s", "> x"])
    #expect(screen.row == 3 && screen.column == 3)
    #expect(screen.scrollback.contains { $0.hasPrefix("one") })
  }

  @Test func `the screen is never erased from its first cell`() {
    var renderer = Renderer()
    _ = renderer.bytes(for: frame(["a", "b", "c"], cursor: (2, 0)), columns: 20)
    let bytes = renderer.bytes(for: frame(["a"]), above: ["x"], columns: 20)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("\u{1B}[J"))
  }

  @Test func `a frame with fewer rows leaves none behind`() {
    var screen = VirtualScreen(columns: 20, height: 6)
    var renderer = Renderer()
    screen.feed(renderer.bytes(for: frame(["a", "b", "c", "d"], cursor: (3, 0)), columns: 20))
    screen.feed(renderer.bytes(for: frame(["a", "x"], cursor: (1, 1)), columns: 20))
    #expect(screen.rows == ["a", "x"])
    #expect(screen.row == 1)
  }

  /// tmux takes cells that are erased from the middle of a row for used ones, and folds the row.
  @Test func `a row that becomes shorter is erased from its beginning`() {
    let change = RowChange(from: "  a long row", to: "  a row")
    #expect(change.text == "\r\u{1B}[K  a row")
    #expect(RowChange(from: "  a row", to: "  a rod").text == "\r\u{1B}[6C\u{1B}[Kd")
  }

  @Test func `terminals that draw joined emoji in parts keep the cursor`() {
    var screen = VirtualScreen(columns: 40, height: 4)
    screen.drawsScalars = true
    var renderer = Renderer()
    screen.feed(renderer.bytes(for: frame(["> 👨‍👩‍👧 ok"], cursor: (0, 7)), columns: 40))
    #expect(screen.column == 7)
    #expect(screen.rows.first?.hasSuffix(" ok") == true)
  }

  @Test func `a frame that is taken away leaves the rows above it`() {
    var screen = VirtualScreen(columns: 20, height: 5)
    var renderer = Renderer()
    screen.feed(renderer.bytes(for: frame(["a", "b"], cursor: (1, 0)), above: ["x"], columns: 20))
    screen.feed(renderer.end(columns: 20))
    #expect(screen.rows == ["x"])
    #expect(screen.row == 1)
  }

  @Test func `a frame is there once after every change of the width`() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<Thoroughness.share(of: 200) {
      let height = 24
      var columns = 40
      var screen = VirtualScreen(columns: columns, height: height)
      var renderer = Renderer()
      screen.feed(Array(String(repeating: "text\r\n", count: height).utf8))
      for step in 0..<12 {
        let count = Int.random(in: 3...7, using: &random)
        let rows = (0..<count).map { index in
          let end = (0..<Int.random(in: 0...15, using: &random)).map { _ in
            ["a", " ", "日", "é"].randomElement(using: &random) ?? ""
          }
          return "R\(index)" + end.joined()
        }
        let next = Frame(
          rows: rows.map { Row($0, columns: columns) },
          cursorRow: Int.random(in: 1..<count, using: &random), cursorColumn: 2)
        let above = step % 5 == 4 ? ["note"] : []
        screen.feed(renderer.bytes(for: next, above: above, columns: columns, height: height))
        let everything = screen.scrollback + screen.rows
        for index in 0..<7 {
          let copies = everything.filter { $0.hasPrefix("R\(index)") }.count
          #expect(copies == (index < count ? 1 : 0), "R\(index) after \(step)")
        }
        columns = Int.random(in: 18...60, using: &random)
        screen.fold(to: columns)
      }
    }
  }

  @Test func `a frame that needs fewer rows after a change of the width stays at the bottom`() {
    var screen = VirtualScreen(columns: 10, height: 6)
    var renderer = Renderer()
    screen.feed(
      renderer.bytes(for: frame(["a", "b", "c", "> x"], cursor: (3, 3)), columns: 10, height: 6))
    screen.fold(to: 20)
    screen.feed(renderer.bytes(for: frame(["a", "> x"], cursor: (1, 3)), columns: 20, height: 6))
    #expect(screen.rows == ["", "", "a", "> x"])
    #expect(screen.row == 3)
    screen.feed(
      renderer.bytes(
        for: frame(["a", "> x"], cursor: (1, 3)), above: ["said"], columns: 20, height: 6))
    #expect(screen.rows == ["said", "", "a", "> x"])
    screen.feed(renderer.end(columns: 20))
    #expect(screen.rows == ["said"] && screen.row == 1)
  }

  private func numbered(_ count: Int) -> Frame {
    frame((1..<count).map { "R\($0)" } + ["> "], cursor: (count - 1, 2))
  }

  @Test(arguments: [[6], [6, 9, 5], [11, 3, 4, 9, 8]])
  func `a window that was lower has the frame once when it is high again`(heights: [Int]) {
    var screen = VirtualScreen(columns: 20, height: 12)
    var renderer = Renderer()
    screen.feed(Array("one\r\ntwo\r\nthree\r\n".utf8))
    screen.feed(renderer.bytes(for: numbered(10), columns: 20, height: 12))
    for height in heights + [12] {
      screen.fold(to: 20, height: height)
      screen.feed(
        renderer.bytes(for: numbered(min(10, height - 1)), columns: 20, height: height))
    }
    #expect(screen.everything == ["one", "two", "three"] + (1...9).map { "R\($0)" } + [">"])
  }

  @Test func `a window that loses the row below the cursor keeps those above the frame`() {
    var screen = VirtualScreen(columns: 20, height: 8)
    var renderer = Renderer()
    let inline = frame(["R1", "> ", "hint"], cursor: (1, 2))
    screen.feed(Array("one\r\ntwo\r\nthree\r\n".utf8))
    screen.feed(renderer.bytes(for: inline, columns: 20, height: 8))
    screen.fold(to: 20, height: 5, losesRows: true)
    screen.feed(renderer.bytes(for: inline, columns: 20, height: 5))
    #expect(screen.everything == ["one", "two", "three", "R1", ">", "hint"])
  }

  @Test func `what was printed in a lower window stays when it is high again`() {
    var screen = VirtualScreen(columns: 20, height: 12)
    var renderer = Renderer()
    screen.feed(renderer.bytes(for: numbered(10), columns: 20, height: 12))
    screen.fold(to: 20, height: 6)
    screen.feed(renderer.bytes(for: numbered(5), columns: 20, height: 6))
    screen.feed(renderer.bytes(for: numbered(5), above: ["said"], columns: 20, height: 6))
    screen.fold(to: 20, height: 12)
    screen.feed(renderer.bytes(for: numbered(10), columns: 20, height: 12))
    #expect(screen.everything.count { $0 == "said" } == 1)
  }

  @Test func `rows of all kinds change into each other in every window`() {
    var random = SplitMix64(seed: 5)
    let pieces = [
      "a", "b", " ", "日", "本", "👨‍👩‍👧", "🇯🇵", "ﾊﾟ", "é", "×", "⚑", "▸", "█", "░",
      "\u{1B}[1m", "\u{1B}[38;2;7;136;50m", "\u{1B}[0m",
    ]
    for _ in 0..<Thoroughness.share(of: 400) {
      let columns = Int.random(in: 3...24, using: &random)
      let height = Int.random(in: 2...9, using: &random)
      var screen = VirtualScreen(columns: columns, height: height)
      var renderer = Renderer()
      var rows: [String] = [""]
      for _ in 0..<12 {
        if Int.random(in: 0..<4, using: &random) == 0 {
          let count = Int.random(in: 1..<height, using: &random)
          rows = (0..<count).map { $0 < rows.count ? rows[$0] : "" }
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          // A change in the middle of a row keeps both of its ends.
          let index = Int.random(in: 0..<rows.count, using: &random)
          var row = glyphs(in: rows[index]).map(\.text)
          let place = Int.random(in: 0...row.count, using: &random)
          let end = min(row.count, place + Int.random(in: 0...2, using: &random))
          let added = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            pieces.randomElement(using: &random) ?? ""
          }
          row.replaceSubrange(place..<end, with: added)
          rows[index] = row.joined() + "\u{1B}[0m"
        }
        let next = Frame(
          rows: rows.map { Row($0, columns: columns) },
          cursorRow: Int.random(in: 0..<rows.count, using: &random), cursorColumn: 0)
        screen.feed(renderer.bytes(for: next, columns: columns))
        var fresh = VirtualScreen(columns: columns, height: height)
        var once = Renderer()
        fresh.feed(once.bytes(for: next, columns: columns))
        #expect(screen.live(next) == fresh.live(next))
        #expect(screen.styles(next) == fresh.styles(next))
      }
    }
  }

  @Test func `drawing step by step shows what drawing once shows`() {
    var random = SplitMix64(seed: 11)
    let alphabet = Array("ab 日本語👨‍👩‍👧🇯🇵ﾊﾟé×\n").map(String.init)
    for _ in 0..<60 {
      let columns = Int.random(in: 4...30, using: &random)
      let height = Int.random(in: 2...8, using: &random)
      var screen = VirtualScreen(columns: columns, height: height)
      var renderer = Renderer()
      var editor = Editor(prompt: "> ", isMultiline: true)
      for step in 0..<25 {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: _ = editor.apply(.named(.backspace))
        case 1: _ = editor.apply(.named(.left))
        case 2: _ = editor.apply(.control("w"))
        case 3: _ = editor.apply(.named(.up), columns: columns)
        default: _ = editor.apply(.text(alphabet.randomElement(using: &random) ?? ""))
        }
        let above = step % 7 == 3 ? ["note \(step)"] : []
        let size = ScreenSize(columns: columns, rows: height)
        let layout = TextLayout(editor.buffer, prompt: editor.prompt, columns: columns)
        let next = Frame(
          status: [RegionRow(text: "\(step) 残り")], input: layout, below: [], size: size)
        screen.feed(renderer.bytes(for: next, above: above, columns: columns))

        var fresh = VirtualScreen(columns: columns, height: height)
        var once = Renderer()
        fresh.feed(once.bytes(for: next, columns: columns))
        #expect(screen.column == fresh.column)
        #expect(Array(screen.live(next)) == Array(fresh.live(next)))
      }
    }
  }

  // MARK: - The alternate screen

  private func page(_ rows: [String]) -> Frame {
    var page = frame(rows, cursor: (rows.count - 1, 2))
    page.fillsWindow = true
    return page
  }

  @Test func `a frame that fills the window leaves the main screen as it was`() {
    var screen = VirtualScreen(columns: 20, height: 4)
    var renderer = Renderer()
    screen.feed(Array("before\r\n".utf8))
    screen.feed(
      renderer.bytes(for: frame(["status", "> "], cursor: (1, 2)), columns: 20, height: 4))
    let main = screen
    screen.feed(renderer.bytes(for: page(["a", "b", "c", ": "]), columns: 20, height: 4))
    #expect(screen.isAlternate && renderer.fillsWindow)
    #expect(screen.rows == ["a", "b", "c", ":"])
    #expect(screen.row == 3 && screen.column == 2)
    screen.feed(renderer.bytes(for: page(["b", "c", "d", ": "]), columns: 20, height: 4))
    #expect(screen.rows == ["b", "c", "d", ":"] && screen.scrollback.isEmpty)
    screen.feed(
      renderer.bytes(for: frame(["status", "> "], cursor: (1, 2)), columns: 20, height: 4))
    #expect(screen == main && !renderer.fillsWindow)
  }

  @Test func `the same frame that fills the window writes nothing, and after a clearing all of it`()
  {
    var screen = VirtualScreen(columns: 20, height: 3)
    var renderer = Renderer()
    screen.feed(renderer.bytes(for: page(["a", "b", ": "]), columns: 20, height: 3))
    #expect(renderer.bytes(for: page(["a", "b", ": "]), columns: 20, height: 3).isEmpty)
    screen.feed(renderer.clear())
    screen.feed(renderer.bytes(for: page(["a", "b", ": "]), columns: 20, height: 3))
    #expect(screen.rows == ["a", "b", ":"] && screen.isAlternate)
  }

  @Test(arguments: [12, 30])
  func `a window that changes meanwhile has the frame once when it is back`(columns: Int) {
    var screen = VirtualScreen(columns: 20, height: 6)
    var renderer = Renderer()
    let inline = frame(["a long status row", "> "], cursor: (1, 2))
    // A row that is folded moves the top of the window into the scrollback, for good.
    screen.feed(Array("1\r\n2\r\n3\r\n4\r\n".utf8))
    screen.feed(renderer.bytes(for: inline, columns: 20, height: 6))
    screen.feed(renderer.bytes(for: page(["a", "b", "c", "d", "e", ": "]), columns: 20, height: 6))
    screen.fold(to: columns)
    screen.feed(
      renderer.bytes(for: page(["f", "g", "h", "i", "j", ": "]), columns: columns, height: 6))
    #expect(screen.rows == ["f", "g", "h", "i", "j", ":"])
    screen.feed(
      renderer.bytes(for: frame(["new", "> "], cursor: (1, 2)), columns: columns, height: 6))
    let everything = (screen.scrollback + screen.rows).filter { !$0.isEmpty }
    #expect(everything == ["1", "2", "3", "4", "new", ">"])
  }

  @Test func `the end leaves the alternate screen, prints what waited and erases the frame`() {
    var screen = VirtualScreen(columns: 20, height: 4)
    var renderer = Renderer()
    screen.feed(
      renderer.bytes(for: frame(["status", "> "], cursor: (1, 2)), columns: 20, height: 4))
    screen.feed(renderer.bytes(for: page(["a", "b", "c", ": "]), columns: 20, height: 4))
    screen.feed(renderer.end(above: ["waited"], columns: 20))
    #expect(!screen.isAlternate && screen.rows == ["waited", ""].dropLast())
    #expect(screen.row == 1 && screen.column == 0)
  }

  @Test func `a terminal without an alternate screen is cleared before and after`() {
    var screen = VirtualScreen(columns: 20, height: 3)
    var renderer = Renderer()
    renderer.hasAlternateScreen = false
    screen.feed(
      renderer.bytes(for: frame(["status", "> "], cursor: (1, 2)), columns: 20, height: 3))
    screen.feed(renderer.bytes(for: page(["a", "b", ": "]), columns: 20, height: 3))
    #expect(!screen.isAlternate && screen.rows == ["a", "b", ":"])
    screen.feed(
      renderer.bytes(for: frame(["status", "> "], cursor: (1, 2)), columns: 20, height: 3))
    #expect(screen.rows == ["status", ">"])
  }

  @Test func `the mouse is the terminal's on the alternate screen, and comes back after it`() {
    var renderer = Renderer()
    var list = frame(["row", "> "], cursor: (1, 2))
    list.targets = [ClickTarget(row: 0), nil]
    _ = renderer.bytes(for: list, columns: 20)
    let pages = renderer.bytes(for: page(["a", ": "]), columns: 20, height: 2)
    #expect(String(decoding: pages, as: UTF8.self).contains("\u{1B}[?1000l"))
    let back = renderer.bytes(for: list, columns: 20)
    #expect(String(decoding: back, as: UTF8.self).contains("\u{1B}[?1000h"))
  }
}

extension VirtualScreen {
  /// The rows that scrolled off the top, and those on the screen, without blank ones.
  fileprivate var everything: [String] {
    (scrollback + rows).map(\.trimmed).filter { !$0.isEmpty }
  }

  /// The rows that a frame takes, located by the cursor.
  fileprivate func live(_ frame: Frame) -> ArraySlice<String> {
    let top = row - frame.cursorRow
    let padded = rows + Array(repeating: "", count: height)
    return padded[max(0, top)..<max(0, top + frame.rows.count)]
  }

  /// The styles of the cells of these rows.
  fileprivate func styles(_ frame: Frame) -> ArraySlice<[String]> {
    styles[(row - frame.cursorRow)..<(row - frame.cursorRow + frame.rows.count)]
  }
}
