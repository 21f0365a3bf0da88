@testable import qa_repl

/// Keeps the written text, so that a test can examine it.
final class BufferSink: TextSink {
  private(set) var text = ""

  func write(_ text: String) {
    self.text += text
  }

  /// Returns the text that was written since the last call.
  func take() -> String {
    defer { text = "" }
    return text
  }
}
