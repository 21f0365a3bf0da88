import Signals
import Testing

@Suite struct StartTests {
  @Test func `start gives its values first`() {
    #expect(Timeline().draw("-a|") { $0[0].start(with: "x", "y") } == "(xy)a|")
  }
}
