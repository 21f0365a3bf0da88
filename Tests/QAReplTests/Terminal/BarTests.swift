import Testing

@testable import qa_repl

@Suite struct BarTests {
  @Test(arguments: [(0, "[....]"), (0.5, "[##..]"), (1, "[####]")])
  func `a bar is as full as its fraction`(fraction: Double, drawn: String) {
    #expect(Bar(fraction: fraction, cells: 4).drawn() == drawn)
  }

  @Test func `something left shows, and so does something missing`() {
    #expect(Bar(fraction: 0.01, cells: 4).drawn() == "[#...]")
    #expect(Bar(fraction: 0.99, cells: 4).drawn() == "[###.]")
  }

  @Test func `a bar that would say nothing is not drawn`() {
    #expect(Bar(fraction: 0.5, cells: 3).drawn() == "")
  }
}
