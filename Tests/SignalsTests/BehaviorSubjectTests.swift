import Signals
import Testing

@Suite struct BehaviorSubjectTests {
  private let subject = BehaviorSubject(1)

  @Test func `V1 an observer gets the current value at once and then each new one`() {
    let recorder = Recorder(subject.signal)
    #expect(recorder.values == [1])
    subject.emit(2)
    #expect(recorder.values == [1, 2])
  }

  @Test func `V1 an observer added during a delivery gets the newest value once`() {
    var late: [Int] = []
    var handles: [Disposable] = []
    handles.append(
      subject.signal.observe { [subject] value in
        guard value == 2 else { return }
        subject.emit(3)
        handles.append(subject.signal.observe { late.append($0) })
      })
    subject.emit(2)
    #expect(late == [3])
  }

  @Test func `V2 the value is the one emitted last even while an older one is delivered`() {
    var seen: [Int] = []
    let handle = subject.signal.observe { [subject] value in
      if value == 2 { subject.emit(3) }
      seen.append(subject.value)
    }
    subject.emit(2)
    #expect(seen == [1, 3, 3])
    withExtendedLifetime(handle) {}
  }

  @Test func `D2 an emission while the current value is given is delivered after it`() {
    var log: [String] = []
    let first = subject.signal.observe { log.append("A\($0)") }
    let second = subject.signal.observe { [subject] value in
      if value == 1 { subject.emit(2) }
      log.append("B\(value)")
    }
    #expect(log == ["A1", "B1", "A2", "B2"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `C2 the value stays as it was when the subject completed`() {
    subject.complete()
    subject.emit(2)
    #expect(subject.value == 1)
  }

  @Test func `C3 after the completion there is no current value to observe`() {
    subject.complete()
    let recorder = Recorder(subject.signal)
    #expect(recorder.values.isEmpty)
    #expect(recorder.completions == 1)
  }
}
