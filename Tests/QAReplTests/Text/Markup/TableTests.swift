import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct TableTests {
  private func rows(_ text: String, columns: Int?) -> [String] {
    Drawing.theme(.none, columns: columns).drawn(text)
  }

  @Test func `columns are as wide as their texts and aligned as the table says`() {
    let table = "| Name | 数 | mid |\n|:--|--:|:-:|\n| a | 1 | x |\n| 木星 | 146 | long |"
    #expect(
      rows(table, columns: 40) == [
        "Name │  数 │ mid", "─────┼─────┼─────", "a    │   1 │  x", "木星 │ 146 │ long",
      ])
  }

  @Test func `texts are wrapped in their columns where there is little room`() {
    let table = "a | b\n--|--\nx | one two three four five\nyy | 日本語の長い文です"
    let rows = rows(table, columns: 18)
    #expect(rows.allSatisfy { displayWidth($0) <= 18 }, "\(rows)")
    #expect(rows.first == "a  │ b")
    #expect(rows.dropFirst(2).first == "x  │ one two three")
  }

  @Test func `where no columns have room each line is a row`() {
    let table = "a|b|c|d\n-|-|-|-\nlong1|long2|long3|long4"
    #expect(
      rows(table, columns: 12) == ["a | b | c |", "d", "long1 |", "long2 |", "long3 |", "long4"])
  }

  @Test func `nothing of a row that has too many cells is lost, and a missing cell is empty`() {
    #expect(
      rows("a|b\n-|-\n1|2|3\n4|", columns: 40)
        == ["a │ b", "──┼──────", "1 │ 2 | 3", "4 │"])
  }

  @Test func `a pipe behind a backslash is text, and marks are drawn in a cell`() {
    #expect(
      Drawing.drawn("a|b\n-|-\n`x\\|y`|*c*")
        == "<b>a</>   <dim>│</> <b>b</>\n<dim>────┼──</>\n<b>x|y</> <dim>│</> <b>c</>")
  }

  @Test(arguments: ["a | b\n--- | ---| ---", "a | b\n:-:- | -", "a\n-", "a | b\n\n-|-"])
  func `without a line that fits below its first one there is no table`(text: String) {
    #expect(rows(text, columns: 40).joined(separator: "\n") == text)
  }
}
