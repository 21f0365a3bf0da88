import Signals
import Testing

@Suite struct SkipRepeatsTests {
  private let subject = PublishSubject<Int>()

  @Test func `skipRepeats drops what equals the value before`() {
    let recorder = Recorder(subject.signal.skipRepeats())
    for value in [1, 1, 2, 2, 1] { subject.emit(value) }
    #expect(recorder.values == [1, 2, 1])
  }

  @Test func `O5 skipRepeats compares with the value passed on last`() {
    let recorder = Recorder(subject.signal.skipRepeats { abs($0 - $1) < 3 })
    for value in [1, 2, 3, 4, 5] { subject.emit(value) }
    #expect(recorder.values == [1, 4])
  }
}
