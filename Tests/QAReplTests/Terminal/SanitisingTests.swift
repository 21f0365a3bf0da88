import Testing

@testable import qa_repl

@Suite struct SanitisingTests {
  @Test func `an escape sequence becomes visible text`() {
    #expect("a\u{1B}[2Jb".sanitised == "a^[[2Jb")
  }

  @Test func `control characters of both ranges become marks`() {
    #expect("\u{0}\u{7}\u{7F}\u{9B}".sanitised == "^@^G^?\u{FFFD}")
  }

  @Test func `every kind of line end becomes one line feed`() {
    #expect("a\r\nb\rc\nd\u{2028}e\u{85}f".sanitised == "a\nb\nc\nd\ne\nf")
    #expect("a\r\n\r\nb".sanitised == "a\n\nb")
  }

  @Test func `a tab becomes blanks`() {
    #expect("a\tb".sanitised == "a    b")
  }

  @Test func `marks that turn the direction of writing are dropped`() {
    #expect("a\u{202E}b\u{2066}c\u{200F}d\u{AD}e\u{61C}f".sanitised == "abcdef")
  }

  @Test func `japanese, emoji and combining marks stay as they are`() {
    #expect("日本語 ﾊﾟ か\u{3099} 👨‍👩‍👧 葛\u{E0100}".sanitised == "日本語 ﾊﾟ か\u{3099} 👨‍👩‍👧 葛\u{E0100}")
  }

  @Test func `one line means that line ends become blanks`() {
    #expect("a\r\nb\tc".sanitisedLine == "a b    c")
  }
}
