import Signals
import Testing

@Suite struct PublishSubjectTests {
  private let subject = PublishSubject<Int>()

  @Test func `D1 forty observers are told in the order of subscription after removals`() {
    var order: [Int] = []
    var handles: [Disposable] = []
    for number in 0..<40 {
      handles.append(subject.signal.observe { _ in order.append(number) })
    }
    for number in stride(from: 0, to: 40, by: 3) { handles[number].dispose() }
    for number in 40..<50 {
      handles.append(subject.signal.observe { _ in order.append(number) })
    }
    subject.emit(0)
    #expect(order == (0..<40).filter { !$0.isMultiple(of: 3) } + Array(40..<50))
    withExtendedLifetime(handles) {}
  }

  @Test func `D2 every observer sees a re-entrant emission after the current value`() {
    var log: [String] = []
    let first = subject.signal.observe { [subject] value in
      log.append("A\(value)")
      if value == 1 { subject.emit(2) }
    }
    let second = subject.signal.observe { log.append("B\($0)") }
    subject.emit(1)
    #expect(log == ["A1", "B1", "A2", "B2"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `D2 a hundred thousand re-emissions do not grow the stack`() {
    var last = 0
    let handle = subject.signal.observe { [subject] value in
      last = value
      if value < 100_000 { subject.emit(value + 1) }
    }
    subject.emit(0)
    #expect(last == 100_000)
    withExtendedLifetime(handle) {}
  }

  @Test func `D3 an observer added during a delivery sees what is emitted later only`() {
    var late: [Int] = []
    var handles: [Disposable] = []
    handles.append(
      subject.signal.observe { [subject] value in
        guard value == 1 else { return }
        subject.emit(2)
        handles.append(subject.signal.observe { late.append($0) })
        subject.emit(3)
      })
    subject.emit(1)
    #expect(late == [3])
  }

  @Test func `D4 an observer disposed of by an earlier one does not get the value under way`() {
    var received: [Int] = []
    var second: Disposable?
    let first = subject.signal.observe { _ in second?.dispose() }
    second = subject.signal.observe { received.append($0) }
    subject.emit(1)
    #expect(received.isEmpty)
    withExtendedLifetime(first) {}
  }

  @Test func `D4 an observer that disposes of itself gets nothing that is queued`() {
    var received: [Int] = []
    var handle: Disposable?
    handle = subject.signal.observe { [subject] value in
      received.append(value)
      subject.emit(value + 1)
      handle?.dispose()
    }
    subject.emit(1)
    #expect(received == [1])
  }

  @Test func `D4 an observer disposed of during a completion is not completed`() {
    var completions = 0
    var second: Disposable?
    let first = subject.signal.observe({ _ in }, completed: { second?.dispose() })
    second = subject.signal.observe({ _ in }, completed: { completions += 1 })
    subject.complete()
    #expect(completions == 0)
    withExtendedLifetime(first) {}
  }

  @Test func `D5 an emission into another subject is delivered at once`() {
    let other = PublishSubject<Int>()
    var log: [String] = []
    let inner = other.signal.observe { log.append("other \($0)") }
    let outer = subject.signal.observe { value in
      other.emit(value)
      log.append("after \(value)")
    }
    subject.emit(1)
    #expect(log == ["other 1", "after 1"])
    withExtendedLifetime((inner, outer)) {}
  }

  @Test func `D6 what is emitted without observers is gone`() {
    subject.emit(1)
    let recorder = Recorder(subject.signal)
    #expect(recorder.values.isEmpty)
  }

  @Test func `C1 completing inside an observer waits for the value and for what is queued`() {
    var log: [String] = []
    let first = subject.signal.observe { [subject] value in
      log.append("A\(value)")
      if value == 1 {
        subject.emit(2)
        subject.complete()
      }
    } completed: {
      log.append("A done")
    }
    let second = subject.signal.observe {
      log.append("B\($0)")
    } completed: {
      log.append("B done")
    }
    subject.emit(1)
    #expect(log == ["A1", "B1", "A2", "B2", "A done", "B done"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `C2 values and completions after the completion are dropped`() {
    let recorder = Recorder(subject.signal)
    subject.complete()
    subject.emit(1)
    subject.complete()
    #expect(recorder.values.isEmpty)
    #expect(recorder.completions == 1)
  }

  @Test func `C3 a late observer is completed at once`() {
    subject.complete()
    let recorder = Recorder(subject.signal)
    #expect(recorder.completions == 1)
  }

  @Test func `C4 the completion lets go of what the observers captured`() {
    weak var captured: PublishSubject<Int>?
    let handle: Disposable
    do {
      let capture = PublishSubject<Int>()
      captured = capture
      handle = subject.signal.observe { capture.emit($0) }
    }
    #expect(captured != nil)
    subject.complete()
    #expect(captured == nil)
    withExtendedLifetime(handle) {}
  }

  @Test func `C5 a subject that goes away does not complete its observers`() {
    var short: PublishSubject<Int>? = PublishSubject()
    let recorder = short.map { Recorder($0.signal) }
    short = nil
    #expect(recorder?.completions == 0)
  }
}
