import Signals

/// Keeps prompts and output apart on a terminal without cursor movement. Output that arrives while
/// a prompt waits starts on a new line, and then the prompt is shown again.
final class PromptSink: TextSink {
  /// Emits when output has interrupted a waiting prompt.
  var interruptions: Signal<Void> { interrupted.signal }

  private let sink: any TextSink
  private let interrupted = PublishSubject<Void>()
  private var isWaiting = false

  init(_ sink: any TextSink) {
    self.sink = sink
  }

  /// Shows a prompt. The user types on the same line.
  func prompt(_ text: String) {
    sink.write(text)
    isWaiting = true
  }

  /// Call this when the user has pressed Enter; the terminal has then moved to the next line.
  func lineTaken() {
    isWaiting = false
  }

  /// Call this when the input has ended. It ends the line of a waiting prompt.
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
