import Signals
import Testing

@Suite struct CompactMapTests {
  @Test func `compactMap drops what becomes nil`() {
    let drawing = Timeline().draw("1x3|") {
      $0[0].compactMap(\.wholeNumberValue).map { "\($0)".first ?? "?" }
    }
    #expect(drawing == "1-3|")
  }
}
