import Testing

@testable import Terminal
@testable import qa_repl

/// The short way to measure a text gives the same result as the long way by clusters.
@Suite struct PlainTextTests {
  /// Pieces of each kind: scalars that stand by themselves, that combine, and that join others.
  private static let pieces = [
    "a", "Z", " ", "~", "あ", "ン", "漢", "。", "　", "ー", "·", "…", "×", "▸", "○", "✓", "█", "é", "ё",
    "α",
    "〇", "☑", "☁", "⚑", "！", "ｱ", "ﾞ", "\u{301}", "\u{3099}", "\u{200D}", "\u{FE0F}", "\u{AD}", "👍",
    "\u{1F3FD}", "🇯",
    "🇵", "각", "ก", "็", "\u{1B}[0m", "\u{1B}[38;5;63m", "\u{1B}[", "\u{1B}", "\r", "\n", "\u{7F}",
  ]

  private static let texts = pieces.flatMap { first in
    pieces.flatMap { second in
      ["", "か", "x"].map { first + second + $0 }
    }
  }

  @Test(arguments: [AmbiguousWidth.unknown, .narrow, .wide])
  func `each pair of characters is split and measured as clusters are`(ambiguous: AmbiguousWidth) {
    for text in Self.texts {
      let expected = clusters(in: text, ambiguous)
      #expect(glyphs(in: text, ambiguous) == expected, "\(Array(text.unicodeScalars))")
      #expect(
        displayWidth(text, ambiguous) == expected.reduce(0) { $0 + $1.cells },
        "\(Array(text.unicodeScalars))")
    }
  }

  @Test func `each scalar is measured as the cluster that it is`() {
    for value in UInt32(0x20)...0xFFFF {
      guard let scalar = Unicode.Scalar(value), value != 0x1B else { continue }
      let text = "a" + String(Character(scalar)) + "b"
      let expected = text.map { Glyph($0, .unknown) }
      if glyphs(in: text) != expected { Issue.record("U+\(String(value, radix: 16))") }
    }
  }

  @Test func `a row of text and colours is read the short way`() {
    var parts = 0
    #expect(PlainText.read("\u{1B}[1m▸ 1  ○  信濃川\u{1B}[0m · Enter") { _, _ in parts += 1 })
    #expect(parts == 21)
    for text in ["か\u{3099}", "👍", "\u{1B}[", "a\r", "☁\u{FE0F}"] {
      #expect(!PlainText.read(text) { _, _ in })
    }
  }
}
