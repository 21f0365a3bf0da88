import Signals
import Testing

@Suite struct MapTests {
  @Test func `map transforms each value and passes the completion`() {
    let subject = PublishSubject<Int>()
    let recorder = Recorder(subject.signal.map { "\($0 * 10)" })
    subject.emit(1)
    subject.emit(2)
    subject.complete()
    #expect(recorder.values == ["10", "20"])
    #expect(recorder.completions == 1)
  }
}
