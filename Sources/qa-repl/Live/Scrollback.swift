/// Prints text above the live region.
final class Scrollback: TextSink {
  /// The command to print once before the next text, which is its result.
  var heading: String?
  private let terminal: LiveTerminal

  init(terminal: LiveTerminal) {
    self.terminal = terminal
  }

  func write(_ text: String) {
    if let heading { terminal.screen.print([heading]) }
    heading = nil
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    terminal.screen.print(text.hasSuffix("\n") ? lines.dropLast() : lines)
  }
}

/// Writes each line in one colour.
final class Painted: TextSink {
  private let sink: any TextSink
  private let paint: (String) -> String

  init(sink: any TextSink, paint: @escaping (String) -> String) {
    self.sink = sink
    self.paint = paint
  }

  func write(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    sink.write(lines.map { paint(String($0)) }.joined(separator: "\n"))
  }
}
