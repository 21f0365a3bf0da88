import Signals
import Testing

@Suite struct SkipTests {
  @Test func `skip drops the first values`() {
    #expect(Timeline().draw("abcd|") { $0[0].skip(first: 2) } == "--cd|")
  }

  @Test(arguments: [0, -1]) func `skipping nothing passes everything`(count: Int) {
    #expect(Timeline().draw("ab|") { $0[0].skip(first: count) } == "ab|")
  }
}
