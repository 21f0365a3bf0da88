import TestKit
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct MathSpanTests {
  private func sources(_ text: String) -> [String] {
    MathSpan.all(in: Array(text.utf8)).map(\.source)
  }

  @Test(
    arguments: [
      ("The root $x^2$ of", ["x^2"]), ("$a$ and $b$", ["a", "b"]), ("$$x$$", ["x"]),
      (#"\(a\) and \[b\]"#, ["a", "b"]), ("[latex]x^2[/latex]", ["x^2"]), ("[$]x[/$]", ["x"]),
      ("[latex]$x^2$[/latex]", ["x^2"]), (#"[latex]\[x\][/latex]"#, ["x"]), ("これは$x$です", ["x"]),
      ("the $n$th, the $k$s", ["n", "k"]), ("($x$)", ["x"]), ("$100$次元", ["100"]), ("$-5$", ["-5"]),
      (#"$\text{if $x$ is}$"#, [#"\text{if $x$ is}"#]), ("$$\na\n+ b\n$$", ["\na\n+ b\n"]),
      (#"\[a \\[2pt] b\]"#, [#"a \\[2pt] b"#]), (#"$\$5$"#, [#"\$5"#]), ("$x$.", ["x"]),
      ("$2 \\text{ or } 3$", ["2 \\text{ or } 3"]), ("$2 \\sin x$", ["2 \\sin x"]),
      ("$3 km$", ["3 km"]), (#"\[a + b\]"#, ["a + b"]), (#"\[f(x) = 2\]"#, ["f(x) = 2"]),
      (#"\[\sin x\]"#, [#"\sin x"#]), (#"\(n-1\)"#, ["n-1"]), (#"\(f(x)\)"#, ["f(x)"]),
      (#"\[a≤b\]"#, ["a≤b"]),
      ("$x$-axis", ["x"]), ("$x$$y$", []), ("$\\frac{距離}{時間}$", ["\\frac{距離}{時間}"]),
    ] as [(String, [String])])
  func `a formula stands between its delimiters`(text: String, expected: [String]) {
    #expect(sources(text) == expected)
  }

  @Test(arguments: [
    "$5 and $10", "$5-$10", "$5, $10", "$5/$10", "between $5 and 10$ more", "US$5-US$6", "5$ or 6$",
    "from $5 to 10$", "$60. After a while he sells it for 70$", "$HOME and $PATH", "$HOME:$PATH",
    "$HOME/$USER", "${a}${b}", "${a} $", "$x->{a} = $y", "$a[$i]", "$1,$2", "$1, $2", "$ x$",
    "$x $",
    "the price is $5", "$$ and $$", "$$", "$$$$", "$", "$x", "\\(x", "\\[x", "[latex]x", "[x]",
    #"\\(x\\)"#, "$a\n\nb$", "$$a\n\nb$$", "価格は$5で、値引きは3$です", "$5から10$", "/^\\d+$/ and /x$/",
    "grep '^a$|^b$'", "costs $5.00 or $6.00", "$()", "$? and $!", "`$`", "[latex][/latex]",
    "\\(\\)",
    // Regular expressions escape brackets.
    #"\[0-9\]"#, #"\[a-z\]"#, #"\[^a\]"#, #"\[abc\]"#, #"\[\d\]"#, #"\[+*/-\]"#, #"\(abc\)"#,
    #"\(\d{3}\)"#, #"\([0-9]+\)"#,
  ])
  func `money, variables and what nothing closes are no maths`(text: String) {
    #expect(sources(text) == [])
  }

  @Test(arguments: [
    ("$x$", false), ("$$x$$", true), (#"\(x\)"#, false), (#"\[x\]"#, true),
    ("[latex]x[/latex]", false), ("[latex]$$x$$[/latex]", true), ("[$$]x[/$$]", true),
  ])
  func `two dollar signs and brackets display a formula`(text: String, isDisplayed: Bool) {
    #expect(MathSpan(at: 0, in: Array(text.utf8))?.isDisplayed == isDisplayed)
  }

  @Test(arguments: [
    "$", "$a ", "\\(", "\\[", "[latex]", "$$ ", "${", "\\text{$", "$$x", "[$]", "$x",
  ])
  func `ten thousand delimiters are read at once`(piece: String) {
    let text = Array(String(repeating: piece, count: 10_000).utf8)
    #expect(ThreadTime.seconds { _ = MathSpan.all(in: text) } < 5)
  }
}
