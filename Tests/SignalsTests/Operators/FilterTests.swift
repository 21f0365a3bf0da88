import Signals
import Testing

@Suite struct FilterTests {
  @Test func `filter passes what it is told to and the completion`() {
    let subject = PublishSubject<Int>()
    let recorder = Recorder(subject.signal.filter { $0 > 2 })
    for value in 1...4 { subject.emit(value) }
    subject.complete()
    #expect(recorder.values == [3, 4])
    #expect(recorder.completions == 1)
  }
}
