import Signals
import Testing

@Suite struct TakeTests {
  @Test func `take first completes with the last value it takes`() {
    #expect(Timeline().draw("abcd") { $0[0].take(first: 2) } == "a(b|)")
  }

  @Test func `take first passes an earlier completion`() {
    #expect(Timeline().draw("ab|") { $0[0].take(first: 3) } == "ab|")
  }

  @Test(arguments: [0, -1]) func `taking nothing completes without observing`(count: Int) {
    var observations = 0
    let source = Signal<Int> { _, _ in
      observations += 1
      return Disposable()
    }
    let recorder = Recorder(source.take(first: count))
    #expect(recorder.completions == 1)
    #expect(observations == 0)
  }

  @Test func `O6 take ends a source that gives too much while it is being attached`() {
    let source = PublishSubject<Character>()
    let drawing = Timeline().draw("-") { _ in source.signal.start(with: "a", "b").take(first: 1) }
    #expect(drawing == "(a|)")
  }

  @Test func `take while completes with the first value that fails`() {
    #expect(Timeline().draw("aabab|") { $0[0].take(while: { $0 == "a" }) } == "aa|")
  }

  @Test func `take until completes with the first value of the other`() {
    #expect(Timeline().draw("abcd", "--x") { $0[0].take(until: $0[1]) } == "ab(c|)")
  }

  @Test func `take until goes on when the other completes without a value`() {
    #expect(Timeline().draw("abcd|", "--|") { $0[0].take(until: $0[1]) } == "abcd|")
  }

  @Test func `O6 take until gives nothing after it was stopped while being attached`() {
    let stop = PublishSubject<Int>()
    let source = PublishSubject<Int>()
    var received: [Int] = []
    let handle = source.signal.start(with: 1, 2).take(until: stop.signal).observe {
      received.append($0)
      stop.emit(0)
    }
    #expect(received == [1])
    withExtendedLifetime(handle) {}
  }
}
