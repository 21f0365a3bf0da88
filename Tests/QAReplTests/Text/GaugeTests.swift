import Testing

@testable import qa_repl

@Suite struct GaugeTests {
  @Test(arguments: [
    (0, "----------"), (1, "#---------"), (50, "#####-----"), (99, "#########-"),
    (100, "##########"),
  ])
  func `a bar is full only for everything and empty only for nothing`(part: Int, bar: String) {
    #expect(Gauge.bar(part, of: 100, cells: 10) == bar)
  }

  @Test func `a bar of nothing is empty`() {
    #expect(Gauge.bar(0, of: 0, cells: 4) == "----")
  }
}
