import Testing

@testable import Terminal
@testable import qa_repl

/// Formulas within a text; how a formula itself is drawn is tested in Maths.
@Suite struct FormulaTests {
  @Test(arguments: [
    (#"a $x^2$ b"#, "a x² b"), (#"$a_1 * b_1$ and $c_1 * d_1$"#, "a₁ * b₁ and c₁ * d₁"),
    (#"*a $x*y$ b*"#, "<b>a x * y b</>"),
    (#"[a $x_1$](https://b.c)"#, "a x₁ <dim>(https://b.c)</>"),
    (#"\(\alpha\) \[\beta\]"#, "α β"), (#"[latex]\gamma[/latex]"#, "γ"),
    ("| a |\n|-|\n| $x^2$ |", "<b>a</>\n<dim>──</>\nx²"),
    ("- $x^2$\n- $x_1$", "• x²\n• x₁"), (#"<b>$\pi$</b>"#, "<b>π</>"),
  ])
  func `a formula is drawn before emphasis and links are`(text: String, shown: String) {
    #expect(Drawing.drawn(text) == shown)
  }

  @Test(arguments: [
    ("`$x^2$` a", "<b>$x^2$</> a"), ("a\n```\n$x^2$\n```", "a\n\n  $x^2$"),
    ("$5 and $10", "$5 and $10"),
    ("<code>$x^2$</code> a", "<b>$x^2$</> a"),
    (#"$\unknown{*a*} *b* c$"#, #"$\unknown{*a*} *b* c$"#),
  ])
  func `a formula in code and one that is not known stay as they are written`(
    text: String, shown: String
  ) {
    #expect(Drawing.drawn(text) == shown)
  }

  @Test(arguments: [
    "x $$\\frac{a}{b}$$ y", "x\n$$\\frac{a}{b}$$\ny", "x\n\\[\n\\frac{a}{b}\n\\]\ny",
  ])
  func `a displayed formula has rows of its own between blank ones, two columns in`(text: String) {
    let rows = Drawing.theme(.none, columns: 40).drawn(text)
    #expect(rows.first == "x")
    #expect(rows.last == "y")
    #expect(rows.count == 7 && rows[1].isEmpty && rows[5].isEmpty, "\(rows)")
    #expect(rows[3].hasPrefix("  ─"))
  }

  @Test func `lines of a displayed formula are no list`() {
    let text = "$$\na\n- b\n- c\n$$"
    #expect(Drawing.theme(.none, columns: 40).drawn(text) == ["a − b − c"])
  }

  @Test func `behind the sign of a choice a formula stands behind the sign`() {
    let theme = Drawing.theme(.none, columns: 40)
    let frame = TextFrame(sign: "1  o  ", indent: 6, role: nil, theme: theme)
    let rows = DrawnText("$$\\frac{a}{b}$$", in: frame).rows
    #expect(rows.count == 3)
    #expect(rows[0].hasPrefix("1  o  "))
    #expect(rows[1].hasPrefix("      ─"))
  }

  @Test(arguments: ["a $x^2$ b", "$$\\frac{a}{b}$$", "*a* $x*y*z$"])
  func `a terminal without Unicode shows a formula as it is written`(text: String) {
    var theme = Drawing.theme(.none, columns: 40)
    theme.signs = .ascii
    #expect(theme.drawn(text) == [text])
    #expect(theme.line(of: text) == text)
  }

  @Test func `a row of a list has a formula in one row`() {
    #expect(Drawing.line("*What* is $$x^2$$?") == "What is x²?")
  }
}
