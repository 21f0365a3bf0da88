import Signals
import Testing

@Suite struct TakeTests {
  @Test func `take while completes with the first value that fails`() {
    #expect(Timeline().draw("aabab|") { $0[0].take(while: { $0 == "a" }) } == "aa|")
  }

  @Test func `O6 take ends a source that gives too much while it is being attached`() {
    let source = PublishSubject<Character>()
    let drawing = Timeline().draw("-") { _ in
      source.signal.start(with: "a", "b", "a").take(while: { $0 == "a" })
    }
    #expect(drawing == "(a|)")
  }
}
