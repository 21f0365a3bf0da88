import QuizSupport

/// Texts that nobody chose: marks, letters, digits, ends of lines, many scripts, joined emoji, right
/// to left, combining marks. The same generator gives the same text.
package enum StrangeText {
  private static let pieces: [String] =
    "*_`~!?#|>-+=\\$[](){}<>&;:.,'\"%^@/".map(String.init) + [
      "**", "``", "```", "~~", "![", "](", "$$", "\\(", "\\[", "[latex]", "<b>", "</b>", "<sub>",
      "</sub>", "<code>", "</code>", "<br>", "<pre>", "<p>", "<li>", "&lt;", "&#39;", "&amp",
      "http://a.b/", "\n", "\n\n", "\r\n", "\r", "\t", " ", "   ", "- ", "1. ", "> ", "|-|", "A) ",
      "B. ", "Answer: B", "ANSWER: A", "{1:SA:=", "[[1]]", "::", "->", "\\frac{a}{b}", "\\text{",
      "word", "Hello", "R&D!", "snake_case", "a", "Z", "0", "42", "3.14", "ß", "é", "e\u{301}",
      "o\u{308}\u{323}\u{331}", "Привет", "Ελλάς", "שלום", "مرحبا", "हिन्दी", "বাংলা", "ไทย", "မြန်မာ",
      "ქართული", "Հայերեն", "日本語", "ｶﾞ", "한국어", "\u{1112}\u{1161}\u{11AB}", "👩‍👩‍👧‍👦", "🇩🇪", "🇩", "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
      "☎\u{FE0F}", "1\u{FE0F}\u{20E3}", "\u{200D}", "\u{202E}", "\u{2067}", "\u{FEFF}", "\u{0}",
      "\u{1B}", "\u{1B}[31m", "\u{85}", "\u{2028}", "\u{3000}", "\u{A0}", "\u{AD}", "\u{10FFFF}",
    ]

  /// One to `most` pieces, one behind the other.
  package static func text(most: Int = 16, _ random: inout SplitMix64) -> String {
    (0..<Int.random(in: 1...most, using: &random)).map { _ in
      pieces[Int.random(in: pieces.indices, using: &random)]
    }.joined()
  }
}
