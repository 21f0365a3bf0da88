/// Prints text above the live region, in blocks with a blank row before each.
final class Scrollback: TextSink {
  /// The command to print once before the next text, which is its result.
  var heading: String?
  private let terminal: LiveTerminal
  /// Whether the last block may be continued without a blank row.
  private var isOpen = false

  init(terminal: LiveTerminal) {
    self.terminal = terminal
  }

  func write(_ text: String) {
    let head = heading.map { [$0] } ?? []
    heading = nil
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    print(head + lines.drop(while: \.isEmpty))
  }

  /// Prints a block of lines.
  ///
  /// - Parameter continues: Whether it is one of several blocks of the same kind, such as answered
  ///   questions, which follow each other without a blank row.
  func print(_ lines: [String], continues: Bool = false) {
    guard let first = lines.firstIndex(where: { !$0.isEmpty }),
      let last = lines.lastIndex(where: { !$0.isEmpty })
    else { return }
    let space = continues && isOpen ? [] : [""]
    isOpen = continues
    terminal.screen.print(space + lines[first...last].map(Margin.indented))
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
