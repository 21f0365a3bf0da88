@testable import Terminal
@testable import qa_repl

/// A terminal that records and shows the output.
final class PaperTerminal: TerminalDevice {
  var size: ScreenSize {
    didSet { if isSeen { screen.fold(to: size.columns, height: size.rows) } }
  }
  var isForeground = true
  var isOnAlternateScreen = false
  var isClosed = false
  private(set) var calls: [String] = []
  private(set) var screen: VirtualScreen
  private(set) var written = ""
  private let isSeen: Bool

  /// - Parameter isSeen: Whether the output is recorded and shown.
  init(size: ScreenSize = ScreenSize(columns: 30, rows: 10), isSeen: Bool = true) {
    (self.size, self.isSeen) = (size, isSeen)
    screen = VirtualScreen(columns: size.columns, height: size.rows)
  }

  func enter() { calls.append("enter") }
  func leave() { calls.append("leave") }
  func stop() { calls.append("stop") }
  func goOn() { calls.append("go on") }

  func write(_ bytes: [UInt8]) throws(OutputClosed) {
    guard !isClosed else { throw OutputClosed() }
    guard isSeen else { return }
    written += String(decoding: bytes, as: UTF8.self)
    screen.feed(bytes)
  }
}
