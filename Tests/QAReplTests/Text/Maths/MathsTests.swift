import Foundation
import QuizSupport
import TestKit
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct MathsTests {
  @Test(arguments: [
    #"\foo"#, #"a + \ce{H2O}"#, #"10\x 5"#, "x^", "x_", "{x", "x}", "x^2^3", "x_1_2", #"\frac{1}"#,
    #"\left( x"#, #"\left( x \right"#, #"\right)"#, #"\begin{pmatrix} 1"#, "a & b", #"a \\ b"#,
    #"\begin{foo} x \end{foo}"#, #"\begin{cases} x \end{aligned}"#, #"\text{\foo}"#, "50% of x",
    "#x", "a @ b", "\"x\"", #"\sqrt[3{x}"#, #"\text{a"#, #"\not{ab}"#, "a \u{1F600} b", "", " ",
    #"\,"#, #"\limits_0^1"#, #"a \over b \over c"#, #"\color{red}{x}"#, #"\xrightarrow[a]{b}"#,
  ])
  func `a formula that is not known as a whole is not drawn`(source: String) {
    #expect(Maths(source) == nil)
  }

  @Test func `three hundred commands are known, and each sign is one in a formula`() throws {
    #expect(MathCommand.all.count >= 300)
    for (name, command) in MathCommand.all {
      switch command {
      case .sign(let text, _), .operation(let text, _):
        #expect(try #require(Maths("\\\(name) ")).line.contains(text), "\(name)")
      default: break
      }
    }
  }

  @Test func `a displayed formula that is wider than the window has one row`() throws {
    let formula = try #require(Maths(#"x = \frac{a+b}{c+d}"#))
    #expect(formula.rows(columns: 80).count == 3)
    #expect(
      formula.rows(columns: 12).count == 3 - 2 || displayWidth(formula.rows(columns: 12)[0]) <= 12)
    #expect(formula.rows(columns: 10) == ["x = (a+b)/(c+d)"])
    #expect(formula.rows(columns: nil).count == 3)
  }

  @Test func `where a sign has two cells, lines and braces are drawn in ASCII`() throws {
    let formula = try #require(Maths(#"\sqrt{\frac{α}{2}} + \underbrace{x}_{n}"#))
    #expect(
      formula.rows(columns: 80, .wide) == [
        "  +-----", "  |  α", "  | ---- +  x", "√|  2     '+'", "            n",
      ])
  }

  @Test func `groups that stand too deep are not drawn, and no source takes long`() {
    let parts = [
      "{", "x^{", "\\frac{", "\\sqrt", "\\left(", "\\begin{cases}", "\\hat", "x_", "\\text{$",
      "\\frac{1}{", "'", "^", "\\not", "\\substack{", "&", "\\\\", "\\big(", "1,",
    ]
    let time = ThreadTime.seconds {
      for part in parts {
        _ = Maths(String(repeating: part, count: 3000))
        let deep = String(repeating: part, count: 200) + "x" + String(repeating: "}", count: 200)
        _ = Maths(deep)?.rows(columns: 80)
      }
      #expect(
        Maths(String(repeating: "\\sqrt{", count: 50) + "x" + String(repeating: "}", count: 50))
          == nil)
      let nested =
        String(repeating: "\\frac{1}{1+", count: 15) + "x" + String(repeating: "}", count: 15)
      #expect(Maths(nested)?.rows(columns: 200).isEmpty == false)
    }
    #expect(time < 5)
  }

  @Test(arguments: 0..<8)
  func `whatever is written, a formula is drawn or it is not`(seed: UInt64) {
    let parts = [
      "\\frac", "{", "}", "^", "_", "x", "1", " ", "\\left", "\\right", "(", ")", "\\begin{cases}",
      "\\end{cases}", "&", "\\\\", "\\sqrt", "[", "]", "\\text{", "$", "\\over", "'", "\\sum",
      "\\limits", "\\not", "\\middle|", "\\operatorname", "*", "\\", "é", "\u{301}", "\\bf",
    ]
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let source = (0..<Int.random(in: 1...30, using: &random))
        .map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      _ = Maths(source)?.rows(columns: 40)
    }
  }
}
