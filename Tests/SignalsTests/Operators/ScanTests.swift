import Signals
import Testing

@Suite struct ScanTests {
  @Test func `scan gives the running result`() {
    let subject = PublishSubject<Int>()
    let recorder = Recorder(subject.signal.scan(0, +))
    for value in 1...3 { subject.emit(value) }
    subject.complete()
    #expect(recorder.values == [1, 3, 6])
    #expect(recorder.completions == 1)
  }

  @Test func `L6 each observation starts from the initial result`() {
    let subject = PublishSubject<Int>()
    let sums = subject.signal.scan(0, +)
    let first = Recorder(sums)
    subject.emit(1)
    let second = Recorder(sums)
    subject.emit(2)
    #expect(first.values == [1, 3])
    #expect(second.values == [2])
  }
}
