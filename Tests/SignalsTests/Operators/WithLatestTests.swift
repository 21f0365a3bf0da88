import Signals
import Testing

@Suite struct WithLatestTests {
  @Test func `withLatest gives the other's latest value with each of the source`() {
    let drawing = Timeline().draw("1-23|", "-ab") { $0[0].withLatest($0[1]) { $1 } }
    #expect(drawing == "--ab|")
  }

  @Test func `O7 withLatest completes with the source alone`() {
    #expect(Timeline().draw("--1---|", "a|") { $0[0].withLatest($0[1]) { $1 } } == "--a---|")
  }
}
