import Signals
import Testing

@Suite struct CombineLatestTests {
  private func larger(_ signals: [Signal<Character>]) -> Signal<Character> {
    signals[0].combineLatest(signals[1], max)
  }

  @Test func `combineLatest waits for both and then follows each`() {
    let first = PublishSubject<Int>()
    let second = PublishSubject<String>()
    let recorder = Recorder(first.signal.combineLatest(second.signal).map { "\($0)\($1)" })
    first.emit(1)
    first.emit(2)
    second.emit("a")
    first.emit(3)
    second.emit("b")
    #expect(recorder.values == ["2a", "3a", "3b"])
  }

  @Test func `O7 combineLatest completes when both have, even if one gave nothing`() {
    #expect(Timeline().draw("a-c|", "-b---|", build: larger) == "-bc--|")
    #expect(Timeline().draw("a-c|", "-|", build: larger) == "---|")
  }
}
