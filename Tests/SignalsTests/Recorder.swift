import Signals

/// Records the values that it observes, with their times if it has a clock.
final class Recorder<Value> {
  private(set) var values: [Value] = []
  private(set) var completions = 0
  private var handle: Disposable?

  init(_ signal: Signal<Value>) {
    handle = signal.observe { [unowned self] in
      values.append($0)
    } completed: { [unowned self] in
      completions += 1
    }
  }

  func stop() {
    handle = nil
  }
}
