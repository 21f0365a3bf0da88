import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct WrappingTests {
  @Test func `english breaks at spaces, which hang over the edge`() {
    #expect("one two three".wrapped(to: 7) == ["one two", "three"])
  }

  @Test(arguments: [
    (20, ["質問を登録できます。"]), (18, ["質問を登録", "できます。"]), (14, ["質問を登録", "できます。"]),
    (10, ["質問を登録", "できます。"]),
  ])
  func `japanese breaks between phrases where one ends near the edge`(
    columns: Int, lines: [String]
  ) {
    #expect("質問を登録できます。".wrapped(to: columns) == lines)
  }

  @Test(arguments: [
    ("解説がありません。", 12, ["解説が", "ありません。"]), ("質問がまだありません。", 16, ["質問がまだ", "ありません。"]),
    ("この中ではどれですか。", 18, ["この中では", "どれですか。"]),
    ("「解説」がない質問です。", 10, ["「解説」が", "ない質問", "です。"]),
    ("何もおこなっていませんでした。", 28, ["何もおこなっていません", "でした。"]),
  ])
  func `a line ends in no particle's place, and leaves no ending of few kana to the next one`(
    text: String, columns: Int, lines: [String]
  ) {
    #expect(text.wrapped(to: columns) == lines)
  }

  @Test func `a number stays with its percent sign`() {
    #expect("at 70 %: 1, 95 %: 2".wrapped(to: 14) == ["at 70 %: 1,", "95 %: 2"])
    #expect("目標は97 %です".wrapped(to: 9) == ["目標は", "97 %です"])
    #expect("a % sign".wrapped(to: 2) == ["a", "%", "si", "gn"])
  }

  @Test func `a word longer than the line is cut`() {
    #expect("abcdefgh".wrapped(to: 3) == ["abc", "def", "gh"])
  }

  @Test func `japanese breaks between any two characters`() {
    #expect("日本語の問題".wrapped(to: 7) == ["日本語", "の問題"])
  }

  @Test func `a full stop never begins a line`() {
    #expect("日本語だ。次".wrapped(to: 8) == ["日本語", "だ。次"])
  }

  @Test func `an opening bracket never ends a line`() {
    #expect("日本「語」だ".wrapped(to: 6) == ["日本", "「語」", "だ"])
  }

  @Test func `small kana stay with what they follow`() {
    #expect("日本しゃ".wrapped(to: 6) == ["日本", "しゃ"])
  }

  @Test func `a latin word within japanese stays whole`() {
    #expect("これはSwiftだ".wrapped(to: 9) == ["これは", "Swiftだ"])
  }

  @Test func `each line end of the text begins a line`() {
    #expect("a\n\nb".wrapped(to: 9) == ["a", "", "b"])
  }

  @Test func `lines after the first are indented, leading blanks are kept`() {
    #expect("  one two".wrapped(to: 6, indent: 3) == ["  one", "   two"])
  }

  @Test func `lines after a line end are indented too`() {
    #expect("one\ntwo".wrapped(to: 9, indent: 2) == ["one", "  two"])
  }

  @Test func `colours are closed at a break and opened again`() {
    let lines = "\u{1B}[32mone two\u{1B}[0m x".wrapped(to: 4)
    #expect(lines == ["\u{1B}[32mone\u{1B}[0m", "\u{1B}[32mtwo\u{1B}[0m", "x"])
  }

  @Test func `a wide character meets a line of one cell without end`() {
    #expect("日本".wrapped(to: 1) == ["日", "本"])
  }

  @Test func `no line is too wide and nothing but blanks is lost`() {
    var random = SplitMix64(seed: 7)
    let alphabet = Array("ab 日本、。「」ッ(）👍🏽é\n")
    for _ in 0..<300 {
      let text = String((0..<40).map { _ in alphabet.randomElement(using: &random) ?? "a" })
      let columns = Int.random(in: 2...20, using: &random)
      let lines = text.wrapped(to: columns)
      #expect(lines.allSatisfy { displayWidth($0) <= columns })
      #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " && $0 != "\n" })
    }
  }

  @Test func `a number stays with its Japanese counter`() {
    #expect("残り 112 秒".wrapped(to: 9) == ["残り", "112 秒"])
    #expect("回答 632 件".wrapped(to: 9) == ["回答", "632 件"])
    #expect("残り 9 分 56 秒".wrapped(to: 13) == ["残り", "9 分 56 秒"])
    #expect("(20 分 0 秒)と".wrapped(to: 12) == ["(20 分 0 秒)", "と"])
    #expect("語 問".wrapped(to: 3) == ["語", "問"])
  }

  @Test func `a number stays with its unit`() {
    #expect("right in 20 min 0 s".wrapped(to: 16) == ["right in", "20 min 0 s"])
    #expect("question 7, 9:56 left.".wrapped(to: 17) == ["question 7,", "9:56 left."])
    #expect("only 58 s left".wrapped(to: 8) == ["only", "58 s", "left"])
    #expect("the 3 sons".wrapped(to: 6) == ["the 3", "sons"])
  }

  @Test func `code that is too long goes on below its beginning`() {
    #expect("x\n    let a = b + c".wrapped(to: 12) == ["x", "    let a =", "    b + c"])
    #expect("  two blanks are text".wrapped(to: 12) == ["  two blanks", "are text"])
    #expect("          deep code".wrapped(to: 12) == ["          de", "      ep", "      code"])
  }
}
