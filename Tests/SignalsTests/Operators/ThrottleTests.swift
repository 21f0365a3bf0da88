import Signals
import Testing

@Suite struct ThrottleTests {
  private let time = VirtualScheduler()
  private let subject = PublishSubject<Int>()

  /// Runs a throttled source that emits at 0, 100, 900, 1100, 1200 and 2500 ms and completes at
  /// 2600 ms. Returns the output.
  private func run(latest: Bool) -> [String] {
    var log: [String] = []
    let handle = subject.signal
      .throttle(for: .seconds(1), latest: latest, on: time)
      .observe { [time] in
        log.append("\($0)@\(time.now / .milliseconds(1))")
      } completed: { [time] in
        log.append("done@\(time.now / .milliseconds(1))")
      }
    for instant in [0, 100, 900, 1100, 1200, 2500] {
      time.advance(to: .milliseconds(instant))
      subject.emit(instant)
    }
    time.advance(to: .milliseconds(2600))
    subject.complete()
    time.advance(by: .seconds(10))
    withExtendedLifetime(handle) {}
    return log
  }

  @Test func `O1 O3 O4 with latest the last value of each window comes at its end`() {
    #expect(
      run(latest: true)
        == ["0@0.0", "900@1000.0", "1200@2000.0", "2500@3000.0", "done@3000.0"])
  }

  @Test func `O1 O2 O4 without latest nothing comes late`() {
    #expect(run(latest: false) == ["0@0.0", "1100@1100.0", "2500@2500.0", "done@2600.0"])
  }

  @Test func `D4 a held value does not come out after disposing`() {
    let recorder = Recorder(subject.signal.throttle(for: .seconds(1), on: time))
    subject.emit(1)
    subject.emit(2)
    recorder.stop()
    time.advance(by: .seconds(10))
    #expect(recorder.values == [1])
  }

  @Test func `a value emitted when the window closes comes at the end of the next one`() {
    var values: [Int] = []
    let handle = subject.signal.throttle(for: .seconds(1), on: time).observe { [subject] in
      values.append($0)
      if $0 == 2 { subject.emit(3) }
    }
    subject.emit(1)
    subject.emit(2)
    time.advance(by: .seconds(1))
    #expect(values == [1, 2])
    time.advance(by: .seconds(1))
    #expect(values == [1, 2, 3])
    withExtendedLifetime(handle) {}
  }

  @Test func `O4 a value emitted together with the completion when the window closes is not lost`()
  {
    var log: [String] = []
    let handle = subject.signal.throttle(for: .seconds(1), on: time).observe { [subject] in
      log.append("\($0)")
      guard $0 == 2 else { return }
      subject.emit(3)
      subject.complete()
    } completed: {
      log.append("done")
    }
    subject.emit(1)
    subject.emit(2)
    time.advance(by: .seconds(2))
    #expect(log == ["1", "2", "3", "done"])
    withExtendedLifetime(handle) {}
  }

  @Test func `O8 a value that opens no window passes, and the next one passes as well`() {
    var log: [String] = []
    let handle = subject.signal
      .throttle(
        for: .seconds(1), latest: false, on: time, opens: { $0 > 10 },
        dropped: { log.append("dropped \($0)") }
      ).observe { log.append("\($0)") }
    for value in [1, 2, 11, 3, 12] { subject.emit(value) }
    time.advance(by: .seconds(1))
    subject.emit(4)
    subject.emit(13)
    #expect(log == ["1", "2", "11", "dropped 3", "dropped 12", "4", "13"])
    withExtendedLifetime(handle) {}
  }

  @Test func `O8 with latest the values before the last one of a window are dropped`() {
    var log: [String] = []
    let handle = subject.signal
      .throttle(for: .seconds(1), on: time, dropped: { log.append("dropped \($0)") })
      .observe { log.append("\($0)") }
    for value in 1...4 { subject.emit(value) }
    time.advance(by: .seconds(1))
    #expect(log == ["1", "dropped 2", "dropped 3", "4"])
    withExtendedLifetime(handle) {}
  }

  @Test func `O8 a held value that opens no window ends the one that it waited for`() {
    let recorder = Recorder(
      subject.signal.throttle(for: .seconds(1), on: time, opens: { $0 != 2 }))
    subject.emit(1)
    subject.emit(2)
    time.advance(by: .seconds(1))
    subject.emit(3)
    #expect(recorder.values == [1, 2, 3])
  }
}
