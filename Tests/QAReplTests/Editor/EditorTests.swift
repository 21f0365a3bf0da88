import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct EditorTests {
  private func edited(_ text: String = "", multiline: Bool = false, _ keys: Key...) -> Editor {
    var editor = Editor(text: text, isMultiline: multiline)
    for key in keys { _ = editor.apply(key) }
    return editor
  }

  @Test func `prefilled text is edited in place, the cursor behind it`() {
    let editor = edited("問題", .text("文"), .named(.home), .text("新"))
    #expect(editor.buffer.text == "新問題文")
    #expect(editor.buffer.cursor == 1)
  }

  @Test func `what is typed first takes the place of a selected text`() {
    func typed(_ keys: Key...) -> String {
      var editor = Editor(text: "yes", isSelected: true)
      for key in keys { _ = editor.apply(key) }
      return editor.buffer.text
    }
    #expect(typed(.text("n"), .text("o")) == "no")
    #expect(typed(.paste("no")) == "no")
    #expect(typed(.text("n"), .control("_")) == "yes")
    #expect(typed(.named(.left), .text("n")) == "yens")
    #expect(typed(.named(.backspace), .text("n")) == "yen")
    #expect(typed() == "yes")
  }

  @Test func `enter submits the text`() {
    var editor = Editor(text: "quiz")
    #expect(editor.apply(.named(.enter)) == [.submit("quiz")])
  }

  @Test func `ctrl-x ctrl-e opens the text elsewhere, ctrl-x alone waits for its second key`() {
    var editor = Editor(text: "quiz")
    #expect(editor.apply(.control("x")) == [])
    #expect(editor.apply(.control("e")) == [.edit])
    #expect(editor.apply(.control("x")) == [])
    #expect(editor.apply(.text("e")) == [.unknownChord])
    #expect(editor.apply(.text("e")) == [])
    #expect(editor.buffer.text == "quize")
  }

  @Test func `backspace takes one character as a person sees it`() {
    #expect(edited("a👨‍👩‍👧", .named(.backspace)).buffer.text == "a")
    #expect(edited("か\u{3099}", .named(.backspace)).buffer.text == "")
  }

  @Test func `a mark typed after a letter becomes one with it`() {
    let editor = edited("か", .text("\u{3099}"), .named(.left))
    #expect(editor.buffer.cursor == 0)
    #expect(editor.buffer.characters.count == 1)
  }

  @Test func `halves of flags that come together join`() {
    let editor = edited("🇯x🇵", .named(.left), .named(.backspace))
    #expect(editor.buffer.characters.count == 1)
    #expect(editor.buffer.cursor <= 1)
  }

  @Test func `editing at any place counts characters as the whole text does`() {
    var random = SplitMix64(seed: 3)
    let pieces = [
      "a", "か", "\u{3099}", "👨", "\u{200D}", "👩", "🇯", "🇵", "e", "\u{301}", "한", "1", "\u{FE0F}",
    ]
    for _ in 0..<200 {
      var buffer = EditBuffer()
      for _ in 0..<30 {
        buffer.move(to: Int.random(in: 0...buffer.characters.count, using: &random))
        if Int.random(in: 0..<4, using: &random) == 0 {
          buffer.remove(to: buffer.cursor + Int.random(in: -2...2, using: &random))
        } else {
          buffer.insert(pieces.randomElement(using: &random) ?? "")
        }
        #expect(buffer.characters == Array(buffer.text))
        #expect((0...buffer.characters.count).contains(buffer.cursor))
      }
    }
  }

  @Test func `words end where the script changes`() {
    var buffer = EditBuffer("日本語のテキストをSwift6で書く")
    var words: [Int] = []
    while buffer.cursor > 0 {
      buffer.move(to: buffer.wordStart)
      words.append(buffer.cursor)
    }
    #expect(words == [17, 16, 15, 9, 8, 4, 3, 0])
  }

  @Test func `a long vowel mark belongs to the word before it`() {
    #expect(edited("らーめん", .control("w")).buffer.text == "")
  }

  @Test func `alt-f and alt-b skip blanks and go over a word`() {
    #expect(edited("one  two", .alt("b")).buffer.cursor == 5)
    #expect(edited("one  two", .alt("b"), .alt("b")).buffer.cursor == 0)
    #expect(edited("one  two", .named(.home), .alt("f"), .alt("f")).buffer.cursor == 8)
  }

  @Test func `what is cut comes back where it is wanted`() {
    let editor = edited("one two", .control("w"), .named(.home), .control("y"))
    #expect(editor.buffer.text == "twoone ")
  }

  @Test func `cuts in a row are one piece`() {
    let editor = edited(
      "one two three", .control("w"), .control("w"), .control("y"), .control("y"))
    #expect(editor.buffer.text == "one two threetwo three")
  }

  @Test func `ctrl-k cuts to the end of the line, then the line end`() {
    let keys: [Key] = [.alt("<"), .control("k"), .control("k")]
    var editor = Editor(text: "ab\ncd", isMultiline: true)
    for key in keys { _ = editor.apply(key) }
    #expect(editor.buffer.text == "cd")
  }

  @Test func `typing that goes on is undone in one step`() {
    var editor = edited("", .text("a"), .text("b"), .named(.left), .text("c"))
    _ = editor.apply(.control("_"))
    #expect(editor.buffer.text == "ab")
    _ = editor.apply(.control("_"))
    #expect(editor.buffer.text == "")
    _ = editor.apply(.alt("_"))
    _ = editor.apply(.alt("_"))
    #expect(editor.buffer.text == "cab" || editor.buffer.text == "acb")
    #expect(editor.apply(.alt("_")) == [.bell])
  }

  @Test func `a paste is one step, on one line where there is only one`() {
    var editor = edited("x", .paste("a\nb"))
    #expect(editor.buffer.text == "xa b")
    _ = editor.apply(.control("_"))
    #expect(editor.buffer.text == "x")
  }

  @Test func `a paste keeps its lines in a text of several`() {
    #expect(edited("", multiline: true, .paste("a\nb")).buffer.text == "a\nb")
  }

  @Test func `alt-enter and ctrl-j begin a new line in a text of several`() {
    let editor = edited("a", multiline: true, .named(.enter, .alt), .text("b"), .control("j"))
    #expect(editor.buffer.text == "a\nb\n")
    var single = Editor(text: "a")
    #expect(single.apply(.control("j")) == [.submit("a")])
  }

  @Test func `up and down go by rows as they are folded, then through the history`() {
    var editor = Editor(prompt: "> ", text: "", history: History(["older", "newer"]))
    _ = editor.apply(.text("日本語の長い文"))
    _ = editor.apply(.named(.up), columns: 11)
    #expect(editor.buffer.cursor == 3)
    _ = editor.apply(.named(.up), columns: 11)
    #expect(editor.buffer.text == "newer")
    _ = editor.apply(.named(.up), columns: 11)
    #expect(editor.buffer.text == "older")
    #expect(editor.apply(.named(.up), columns: 11) == [.bell])
    _ = editor.apply(.named(.down), columns: 11)
    _ = editor.apply(.named(.down), columns: 11)
    #expect(editor.buffer.text == "日本語の長い文")
  }

  @Test func `ctrl-c takes the text away first and gives it back on request`() {
    var editor = Editor(text: "half a thought")
    #expect(editor.apply(.control("c")) == [])
    #expect(editor.buffer.isEmpty)
    #expect(editor.apply(.control("c")) == [.interrupt])
    _ = editor.apply(.control("y"))
    #expect(editor.buffer.text == "half a thought")
  }

  @Test func `ctrl-d deletes in a text and leaves an empty one`() {
    var editor = edited("ab", .named(.home), .control("d"))
    #expect(editor.buffer.text == "b")
    _ = editor.apply(.control("d"))
    #expect(editor.apply(.control("d")) == [.endOfInput])
  }

  @Test func `right takes over a hint that goes on with the line`() {
    var editor = Editor(text: "qu")
    editor.hint = Hint(text: "iz", continues: true)
    _ = editor.apply(.named(.right))
    #expect(editor.buffer.text == "quiz")
    editor.hint = Hint(text: " [--deck D]", continues: false)
    #expect(editor.apply(.named(.right)) == [.bell])
    #expect(editor.buffer.text == "quiz")
  }
}
