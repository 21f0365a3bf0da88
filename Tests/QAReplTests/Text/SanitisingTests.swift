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

  @Test(arguments: [
    "👨‍👩‍👧", "❤️‍🔥", "🏳️‍⚧️", "👩🏽‍🚒", "🐦‍⬛", "1️⃣", "#️⃣", "☁️", "☁︎", "🇯🇵",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "🏴‍☠️",
  ])
  func `what an emoji is made of stays`(emoji: String) {
    #expect("a\(emoji)b".sanitised == "a\(emoji)b")
  }

  @Test(arguments: [
    "می\u{200C}خواهم", "ه\u{200D}.", "\u{200D}ه", "क्\u{200D}ष", "क्\u{200C}ष", "ශ්\u{200D}රී",
    "ന്\u{200C}",
    "ภาษา\u{200B}ไทย", "ᠠ\u{180B}", "葛\u{E0100}", "≨\u{FE00}", "0\u{FE00}", "。\u{FE01}",
    "！\u{FE00}", "ꡀ\u{FE00}",
    "က\u{FE00}", "か\u{3099}", "\u{1100}\u{1160}",
    "\u{115F}\u{1161}",
    "\u{5D0}\u{5B7}\u{34F}\u{5BC}",
  ])
  func `what a script needs stays`(text: String) {
    #expect(text.sanitised == text)
  }

  @Test(arguments: [
    ("ad\u{200B}min", "admin"), ("ad\u{200C}min", "admin"), ("a\u{200D}b", "ab"),
    ("日\u{200D}本", "日本"),
    ("a\u{FE0F}", "a"), ("1\u{FE0F}2", "12"), ("\u{FEFF}a\u{2060}b\u{2063}", "ab"),
    ("😀\u{200D}", "😀"), ("😀\u{200D}a", "😀a"), ("😀\u{FE0F}\u{FE0F}\u{FE01}\u{E0100}", "😀\u{FE0F}"),
    ("م\u{200C}\u{200C}\u{200D}م", "م\u{200C}م"), ("a\u{E0068}\u{E0069}", "a"),
    ("🏴\u{E0067}\u{E0062}", "🏴"), ("🏴\u{E0067}\u{E0062}\u{E007F}", "🏴"),
    ("🏴" + String(repeating: "\u{E0061}", count: 8) + "\u{E007F}", "🏴"),
    ("a\u{34F}b", "ab"), ("a\u{180E}b", "ab"), ("a\u{3164}\u{FFA0}\u{115F}b", "ab"),
    ("ก\u{200B}a", "กa"), ("\u{FFF9}a\u{FFFB}", "a"), ("a\u{206A}\u{1D173}", "a"),
  ])
  func `whatever else nobody sees is dropped`(text: String, expected: String) {
    #expect(text.sanitised.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(text)")
  }

  @Test func `where a name is in question nothing is dropped but shown`() {
    #expect(
      "a\u{1B}\u{202E}\u{9B}\u{200B}\u{E0041}\u{AD}b\n👨‍👩‍👧".disclosedLine
        == #"a^[\u{202E}\u{9B}\u{200B}\u{E0041}\u{AD}b 👨‍👩‍👧"#)
  }

  @Test func `what is cleaned stays as it is when it is cleaned again`() {
    #expect(Hostile.text.sanitised.sanitised == Hostile.text.sanitised)
    #expect(Hostile.text.disclosedLine.sanitised == Hostile.text.disclosedLine)
  }

  @Test func `one line means that line ends become blanks`() {
    #expect("a\r\nb\tc".sanitisedLine == "a b    c")
  }
}
