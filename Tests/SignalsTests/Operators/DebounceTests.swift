import Signals
import Testing

@Suite struct DebounceTests {
  private let timeline = Timeline()

  @Test func `debounce gives a value once the source is quiet`() {
    let drawing = timeline.draw("ab-----c") { $0[0].debounce(for: .seconds(3), on: timeline.time) }
    #expect(drawing == "----b-----c")
  }

  @Test func `O4 the completion brings out the held value at once`() {
    let drawing = timeline.draw("a-b|") { $0[0].debounce(for: .seconds(3), on: timeline.time) }
    #expect(drawing == "---(b|)")
  }

  @Test func `D4 a held value does not come out after disposing`() {
    let subject = PublishSubject<Int>()
    let recorder = Recorder(subject.signal.debounce(for: .seconds(1), on: timeline.time))
    subject.emit(1)
    recorder.stop()
    timeline.time.advance(by: .seconds(2))
    #expect(recorder.values.isEmpty)
  }
}
