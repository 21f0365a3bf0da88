import Signals
import Testing

@Suite struct FlatLatestTests {
  @Test func `flatLatest follows the newest signal only`() {
    let drawing = Timeline().draw("x--y-------|", "-12345", "----678|") { signals in
      signals[0].flatLatest { $0 == "x" ? signals[1] : signals[2] }
    }
    #expect(drawing == "-12-678----|")
  }

  @Test func `O7 flatLatest completes when the source and the newest signal have`() {
    let drawing = Timeline().draw("x-|", "-1--2|") { signals in
      signals[0].flatLatest { _ in signals[1] }
    }
    #expect(drawing == "-1--2|")
  }

  @Test func `O6 flatLatest drops the rest of a signal that caused the next change`() {
    let source = PublishSubject<Int>()
    let never = PublishSubject<Int>()
    let other = PublishSubject<Int>()
    var received: [Int] = []
    let changes = Signal.merge(source.signal, other.signal)
    let handle = changes.flatLatest { never.signal.start(with: $0, $0 + 1) }.observe { [other] in
      received.append($0)
      if $0 == 10 { other.emit(20) }
    }
    source.emit(10)
    #expect(received == [10, 20, 21])
    withExtendedLifetime(handle) {}
  }
}
