@testable import qa_repl

/// Keeps what is written, so that a test can look at it.
final class BufferSink: TextSink {
  private(set) var text = ""

  func write(_ text: String) {
    self.text += text
  }

  /// What was written since the last call.
  func take() -> String {
    defer { text = "" }
    return text
  }
}
