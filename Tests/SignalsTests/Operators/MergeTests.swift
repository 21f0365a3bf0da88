import Signals
import Testing

@Suite struct MergeTests {
  @Test func `merge gives the values of all and completes with the last`() {
    #expect(Timeline().draw("a-c|", "-b--d|") { .merge($0) } == "abc-d|")
  }

  @Test func `what comes at the same time is given in the order of coming`() {
    #expect(Timeline().draw("a|", "b|") { .merge($0[1], $0[0]) } == "(ab)|")
  }

  @Test func `merging signals that have completed completes at once`() {
    let done = PublishSubject<Int>()
    done.complete()
    let recorder = Recorder(Signal.merge(done.signal, done.signal))
    #expect(recorder.completions == 1)
  }

  @Test func `merging nothing completes at once`() {
    #expect(Recorder(Signal<Int>.merge([])).completions == 1)
  }
}
