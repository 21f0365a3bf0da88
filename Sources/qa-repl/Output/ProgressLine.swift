import QuizKit

/// Shows a person how far an import has come, in one line that disappears when it is done.
///
/// A command in the program's arguments shows nothing else until its work is done.
final class ProgressLine {
  private let theme: Theme
  private let terminal: any TextSink
  private var start: Duration?
  private var isShown = false

  /// Work that is done before needs no line.
  private static let delay = Duration.milliseconds(500)

  init(theme: Theme, terminal: any TextSink) {
    (self.theme, self.terminal) = (theme, terminal)
  }

  /// Shows the state of an import. No state ends it.
  func show(_ status: ImportStatus?, at time: Duration) {
    guard let status else { return clear() }
    let start = start ?? time
    self.start = start
    guard time - start >= Self.delay else { return }
    terminal.write("\r" + status.line(theme) + Self.clearing)
    isShown = true
  }

  /// Removes the line.
  func clear() {
    if isShown { terminal.write("\r" + Self.clearing) }
    (start, isShown) = (nil, false)
  }

  /// Erases what is left of a longer line.
  private static let clearing = "\u{1B}[K"
}
