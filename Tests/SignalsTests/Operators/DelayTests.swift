import Signals
import Testing

@Suite struct DelayTests {
  private let timeline = Timeline()

  @Test func `delay gives each value later`() {
    #expect(timeline.draw("ab--c") { $0[0].delay(.seconds(3), on: timeline.time) } == "---ab--c")
  }

  @Test func `O4 the completion waits for the last value under way and no longer`() {
    #expect(timeline.draw("a-b|") { $0[0].delay(.seconds(3), on: timeline.time) } == "---a-(b|)")
    #expect(timeline.draw("a-----|") { $0[0].delay(.seconds(3), on: timeline.time) } == "---a--|")
  }

  @Test func `D4 what is under way does not come out after disposing`() {
    let subject = PublishSubject<Int>()
    let recorder = Recorder(subject.signal.delay(.seconds(1), on: timeline.time))
    subject.emit(1)
    recorder.stop()
    timeline.time.advance(by: .seconds(2))
    #expect(recorder.values.isEmpty)
  }
}
