import QuizSupport

/// Damages bytes as editors, transfers and people do. The same seed gives the same damage.
struct Mutation {
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// A part of a sample with one to eight damaged places. Three of four samples are in the format.
  mutating func input(in format: String?) -> FuzzSamples.Sample {
    let fitting = format.flatMap { FuzzSamples.byFormat[$0] } ?? []
    let samples = fitting.isEmpty || below(4) == 0 ? FuzzSamples.all : fitting
    var sample = samples[below(samples.count)]
    let size = below(8) == 0 ? FuzzSamples.windowSize : FuzzSamples.smallWindowSize
    if sample.files.isEmpty, sample.bytes.count > size {
      let start = below(sample.bytes.count - size)
      sample.bytes = Array(sample.bytes[start..<start + size])
    }
    if !sample.files.isEmpty, below(2) == 0 {
      let place = below(sample.files.count)
      for _ in 0...below(8) { damage(&sample.files[place].contents) }
      sample.bytes = ZipSample(entries: sample.files).bytes
    } else {
      for _ in 0...below(8) { damage(&sample.bytes) }
    }
    return sample
  }

  /// A number from 0 up to but not including the limit.
  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &random) }

  private mutating func damage(_ bytes: inout [UInt8]) {
    let place = below(bytes.count + 1)
    let end = min(bytes.count, place + below(40))
    switch below(8) {
    case 0: bytes.removeSubrange(place..<end)
    case 1: bytes.insert(contentsOf: bytes[place..<end], at: below(bytes.count + 1))
    case 2: bytes.insert(contentsOf: Self.marks[below(Self.marks.count)].utf8, at: place)
    case 3: bytes.insert(UInt8(below(256)), at: place)
    case 4: if place < bytes.count { bytes[place] = UInt8(below(256)) }
    case 5: if place < bytes.count { bytes[place] ^= 1 << UInt8(below(8)) }
    case 6: bytes.removeSubrange(place...)
    default:
      let other = FuzzSamples.all[below(FuzzSamples.all.count)].bytes
      let start = below(other.count)
      bytes.insert(contentsOf: other[start..<min(other.count, start + below(200))], at: place)
    }
  }

  private static let marks = [
    "\n", "\n\n", "\r", "\r\n", "\"", "\"\"", ",", ";", "\t", "{", "}", "=", "~", "#", "####", "::",
    "\\", "%50%", "%", "[html]", "[markdown]", "//", "$CATEGORY: a/b", "ANSWER: A", "A. ", "B) ",
    "#Q ", "^ ", "- [x] ", "- [ ] ", "* ", "---", "```", "~~~", "<!--", "-->", "<details>",
    "</details>", "#### Answer: A", "Correct answer: B", "1. ", "<quiz>", "</quiz>", "<![CDATA[",
    "]]>", "&amp;", "&#x1F;", "&#0;", "<img src=\"", "[", "]", "{\"question\":", "null", "1e999",
    "\\ud800", "\u{FEFF}", "\u{FFFD}", "\u{1B}[2J", "\u{3000}", "\u{A0}", "\u{202E}", "\u{85}",
    "ア", "①", "🙂", "e\u{301}", "->", "#separator:tab\n", "#tags column:0\n",
    "#tags column:99999999999\n", "#html:true\n", "-", "+", "@", "'",
    "[*] ", "_", "[[", "]]", "|", "\\|", "A,C", "AC", "1;3", "several", "text", "number", "3..4",
    " ± ",
    "Choose two", "2つ選べ", "all", "50%", "%-33.33333%", "%100%", "{#", "..", ":0.1", "~#", "=*",
    "Question 12\n", "Q3. ", "問5\n", "(c) ", "a) ", "**B.** ", "ア. ", "② ", "2) ", "Answer: ",
    "正解は B",
    "Ans. B", "Answers: 1. B 2. C", "## Answer key\n", "Explanation: ", "解説:", "> ",
    "A) x B) y C) z",
    "The correct answer is **2. b**", "B is correct", "T1A01 (C) [97.1]\n", " ✅",
    "<summary>Answer</summary>",
    "\\*", "// [kind:several]\n", "// [kind:weighted]\n", "ANSWER: A, C", "fraction=\"50\"",
    "<item>", "</item>", "<![CDATA[<p>", "rcardinality=\"Multiple\"", "<respcondition>", "<and>",
    "<not>", "<setvar>-50</setvar>", "<mapEntry mapKey=\"A\" mappedValue=\"1\"/>", "<row>",
    "<c r=\"XFD1\">", "<v>1e99</v>", "t=\"s\"", "<w:tbl>", "<w:numId w:val=\"1\"/>", "*x*",
    "\"library\":\"H5P.Blanks 1\",\"params\":", "PK\u{3}\u{4}", "PK\u{5}\u{6}",
    " qa-repl=\"several\"", "<single>false</single>", "\"accepted\":[", "\"kind\":\"text\",",
    "[[1]]", "[[2]]", "{1:SHORTANSWER:=a}", "{1:MULTICHOICE:", "_a_", "\"kind\":\"match\",",
    "\"pairs\":[", "\"back\":", "\"options\":", "\"answer\":", "card", "order", "match", "gaps",
    "A. x\nB. y", "\\nA. x\\nB. y",
  ]
}
