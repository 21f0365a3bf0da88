import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct KeyParserTests {
  private func keys(_ text: String) -> [Key] {
    var parser = KeyParser()
    return parser.feed(Array(text.utf8)) + parser.timeout()
  }

  @Test(
    arguments: [
      ("a", [.text("a")]), ("日本", [.text("日本")]), ("\r", [.named(.enter)]),
      ("\n", [.control("j")]), ("\u{7F}", [.named(.backspace)]), ("\u{8}", [.named(.backspace)]),
      ("\t", [.named(.tab)]), ("\u{1}", [.control("a")]), ("\u{1F}", [.control("_")]),
      ("\u{1B}", [.named(.escape)]), ("\u{1B}b", [.alt("b")]), ("\u{1B}あ", [.alt("あ")]),
      ("\u{1B}\r", [.named(.enter, .alt)]), ("\u{1B}\u{7F}", [.named(.backspace, .alt)]),
      ("\u{1B}[A", [.named(.up)]), ("\u{1B}OB", [.named(.down)]), ("\u{1B}[3~", [.named(.delete)]),
      ("\u{1B}[1;5C", [.named(.right, .control)]), ("\u{1B}[1;3D", [.named(.left, .alt)]),
      ("\u{1B}[Z", [.named(.tab, .shift)]), ("\u{1B}[1~\u{1B}[F", [.named(.home), .named(.end)]),
      ("\u{1B}\u{1B}[A", [.named(.escape), .named(.up)]), ("\u{1B}_", [.alt("_")]),
      ("ab\u{1B}[Dc", [.text("ab"), .named(.left), .text("c")]),
    ] as [(String, [Key])])
  func `the bytes of a key become the key`(bytes: String, expected: [Key]) {
    #expect(keys(bytes) == expected)
  }

  @Test(
    arguments: [
      "\u{1B}[12;40R", "\u{1B}[?1;2c", "\u{1B}[I", "\u{1B}[99~", "\u{1B}[[A", "\u{1B}[200",
      "\u{1B}OP", "\u{1B}[24;5~", "\u{1B}[", "\u{1B}O", "\u{1B}]", "\u{1B}P>|xterm(388)\u{1B}\\",
    ])
  func `answers of the terminal and unknown keys leave nothing in the text`(bytes: String) {
    #expect(keys(bytes).isEmpty)
  }

  @Test func `a sequence without end is given up`() {
    var parser = KeyParser()
    #expect(parser.feed(Array("\u{1B}[".utf8) + Array(repeating: 0x31, count: 80)).isEmpty)
    #expect(parser.feed([0x61]) == [.text("a")])
  }

  @Test func `a control byte breaks a sequence off`() {
    #expect(keys("\u{1B}[1\u{3}") == [.control("c")])
  }

  @Test func `bytes that are no UTF-8 become replacement characters`() {
    var parser = KeyParser()
    #expect(parser.feed([0x61, 0xFF, 0xE3, 0x81, 0x62]) == [.text("a\u{FFFD}\u{FFFD}b")])
  }

  @Test func `an escape decides nothing before its time`() {
    var parser = KeyParser()
    #expect(parser.feed([0x1B]).isEmpty)
    #expect(parser.wait == .escape)
    #expect(parser.feed(Array("[A".utf8)) == [.named(.up)])
    #expect(parser.wait == nil)
  }

  @Test func `a bracketed paste is one key with plain line ends`() {
    #expect(keys("\u{1B}[200~a\r\nb\rc\td\u{1B}[201~!") == [.paste("a\nb\nc    d"), .text("!")])
  }

  @Test func `a paste cannot send control characters or turn the direction of writing`() {
    #expect(keys("\u{1B}[200~a\u{3}\u{202E}b\u{1B}[2J\u{1B}[201~") == [.paste("ab[2J")])
  }

  @Test func `an open paste does not wait for the time of an escape`() {
    var parser = KeyParser()
    #expect(parser.feed(Array("\u{1B}[200~abc\u{1B}".utf8)).isEmpty)
    #expect(parser.wait == .paste)
    #expect(parser.timeout().isEmpty)
    #expect(parser.feed(Array("[201~".utf8)) == [.paste("abc")])
  }

  @Test func `an open paste that is broken off gives what has come`() {
    var parser = KeyParser()
    _ = parser.feed(Array("\u{1B}[200~ab\r日\u{1B}[20".utf8))
    #expect(parser.isPasting)
    #expect(parser.breakPaste() == [.paste("ab\n日")])
    #expect(!parser.isPasting)
    #expect(parser.breakPaste().isEmpty)
    #expect(parser.feed(Array("c".utf8)) == [.text("c")])
  }

  @Test func `ctrl-C ends an open paste and is used up by it`() {
    var parser = KeyParser()
    _ = parser.feed(Array("\u{1B}[200~ab".utf8))
    #expect(parser.feed([3]) == [.paste("ab")])
    #expect(parser.feed([3]) == [.control("c")])
  }

  @Test func `a byte of ctrl-C amid pasted text ends nothing`() {
    var parser = KeyParser()
    _ = parser.feed(Array("\u{1B}[200~a\u{3}".utf8))
    #expect(parser.isPasting)
    #expect(parser.feed(Array("rm\r\u{1B}[201~".utf8)) == [.paste("arm\n")])
  }

  @Test func `the rest of a broken paste that comes late is pasted, not obeyed`() {
    var parser = KeyParser()
    let bytes = Array("日".utf8)
    _ = parser.feed(Array("\u{1B}[200~a".utf8) + bytes[..<1])
    #expect(parser.breakPaste() == [.paste("a")])
    #expect(
      parser.feed(bytes[1...] + Array("\rb\u{1B}[201~\r".utf8))
        == [.paste("日\nb"), .named(.enter)])
  }

  @Test func `the next paste after a broken one is whole`() {
    var parser = KeyParser()
    _ = parser.feed(Array("\u{1B}[200~a".utf8))
    _ = parser.breakPaste()
    #expect(
      parser.feed(Array("x\u{1B}[200~b\u{1B}[201~".utf8)) == [.text("x"), .paste("b")])
    _ = parser.feed(Array("\u{1B}[200~c".utf8))
    #expect(parser.feed(Array("d\u{1B}[201~\r".utf8)) == [.paste("cd"), .named(.enter)])
    #expect(parser.feed(Array("e\r\u{1B}[201~".utf8)) == [.text("e"), .named(.enter)])
  }

  @Test func `joiners that are typed apart from their letters stay`() {
    #expect(keys("\u{200C}") == [.text("\u{200C}")])
    #expect(keys("a\u{202E}\u{9B}b") == [.text("ab")])
  }

  @Test func `a huge paste is cut and its end is still seen`() {
    var parser = KeyParser()
    var keys = parser.feed(Array("\u{1B}[200~".utf8))
    for _ in 0..<50 { keys += parser.feed(Array(repeating: 0x61, count: 4000)) }
    keys += parser.feed(Array("\u{1B}[201~b".utf8))
    #expect(keys == [.paste(String(repeating: "a", count: 65_536)), .text("b")])
  }

  @Test func `several lines within one read are a paste without brackets`() {
    let text = "the first line of a text\rthe second line of it\r"
    #expect(keys(text) == [.paste("the first line of a text\nthe second line of it\n")])
  }

  @Test func `it does not matter where the bytes are split`() {
    let bytes = Array("aé日👍🏽\u{1B}[1;5C\u{1B}b\u{1B}[200~p日\r\u{1B}[201~\u{1}z".utf8)
    var whole = KeyParser()
    let expected = joined(whole.feed(bytes))
    for split in 1..<bytes.count {
      var parser = KeyParser()
      let keys = parser.feed(Array(bytes[..<split])) + parser.feed(Array(bytes[split...]))
      #expect(joined(keys) == expected, "split at \(split)")
    }
  }

  /// Joins neighbouring texts, because a read may split them.
  private func joined(_ keys: [Key]) -> [Key] {
    keys.reduce(into: []) { result, key in
      if case .text(let text) = key, case .text(let before)? = result.last {
        result[result.count - 1] = .text(before + text)
      } else {
        result.append(key)
      }
    }
  }

  @Test(arguments: [
    ("\u{1B}[<0;12;3M", Key.click(ScreenCell(row: 3, column: 12))),
    ("\u{1B}[<64;1;1M", .wheel(-1)), ("\u{1B}[<65;300;200M", .wheel(1)),
    ("\u{1B}[M\u{20}\u{2C}\u{23}", .click(ScreenCell(row: 3, column: 12))),
    ("\u{1B}[M\u{60}!!", .wheel(-1)),
  ])
  func `the mouse is read in both forms, however its bytes arrive`(bytes: String, key: Key) {
    for split in 0...bytes.utf8.count {
      var parser = KeyParser()
      let keys =
        parser.feed(Array(bytes.utf8.prefix(split)))
        + parser.feed(
          Array(bytes.utf8.dropFirst(split)) + Array("x".utf8))
      #expect(keys == [key, .text("x")], "split at \(split)")
    }
  }

  @Test(arguments: [
    "\u{1B}[<0;12;3m", "\u{1B}[<1;12;3M", "\u{1B}[<2;12;3M", "\u{1B}[<4;12;3M", "\u{1B}[<32;1;1M",
    "\u{1B}[<16;1;1M", "\u{1B}[<0;1M", "\u{1B}[<M", "\u{1B}[M#!!",
  ])
  func `releases, other buttons and buttons with shift mean nothing`(bytes: String) {
    var parser = KeyParser()
    #expect(parser.feed(Array(bytes.utf8) + Array("x".utf8)) == [.text("x")])
  }

  @Test func `all reports about the cursor are kept in their order`() {
    var parser = KeyParser()
    #expect(parser.feed(Array("\u{1B}[5;2Ra\u{1B}[7;9R".utf8)) == [.text("a")])
    #expect(
      parser.takeReports() == [
        .cursor(ScreenCell(row: 5, column: 2)), .cursor(ScreenCell(row: 7, column: 9)),
      ])
    #expect(parser.takeReports().isEmpty)
  }

  @Test func `a key that breaks off an answer about the background is a key`() {
    var parser = KeyParser()
    #expect(parser.feed(Array("\u{1B}]11;rgb:ffff/\r".utf8)) == [.named(.enter)])
    #expect(parser.feed(Array("\u{1B}]11;rgb:ffff/x".utf8)) == [.text("x")])
    #expect(parser.feed(Array("\u{1B}]11;rgb:ffff/\u{3}".utf8)) == [.control("c")])
    #expect(parser.feed(Array("\u{1B}]11;rgb:ffff/\u{1B}[A".utf8)) == [.named(.up)])
    #expect(parser.takeReports().isEmpty)
  }

  @Test func `an answer about the background that has no end is dropped`() {
    var parser = KeyParser()
    _ = parser.feed(Array(("\u{1B}]11;" + String(repeating: "f", count: 4100)).utf8))
    #expect(parser.feed(Array("a".utf8)) == [.text("a")])
  }

  @Test func `a bracket typed with Alt is no answer`() {
    var parser = KeyParser()
    #expect(parser.feed(Array("\u{1B}]a".utf8)) == [.alt("]"), .text("a")])
    #expect(parser.feed(Array("\u{1B}Pa".utf8)) == [.alt("P"), .text("a")])
    #expect(parser.feed(Array("\u{1B}_a".utf8)) == [.alt("_"), .text("a")])
  }
}
