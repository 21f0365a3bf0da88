import Signals

/// Keeps prompts and output apart on a terminal where nothing can be drawn over: what comes while a prompt waits goes below it,
/// and the prompt is shown again.
final class PromptSink: TextSink {
  /// Output has come while a prompt was waiting.
  var interruptions: Signal<Void> { interrupted.signal }

  private let sink: any TextSink
  private let interrupted = PublishSubject<Void>()
  private var isWaiting = false

  init(_ sink: any TextSink) {
    self.sink = sink
  }

  /// Shows a prompt; what is typed stands behind it.
  func prompt(_ text: String) {
    sink.write(text)
    isWaiting = true
  }

  /// The line behind the prompt has come; the terminal has gone to the next line by itself.
  func lineTaken() {
    isWaiting = false
  }

  /// The input has ended behind the prompt.
  func inputEnded() {
    if isWaiting { sink.write("\n") }
    isWaiting = false
  }

  func write(_ text: String) {
    let interrupts = isWaiting
    isWaiting = false
    sink.write(interrupts ? "\n" + text : text)
    if interrupts { interrupted.emit(()) }
  }
}
