@testable import qa_repl

/// A terminal that keeps what it is told, and shows it.
final class PaperTerminal: TerminalDevice {
  var size: ScreenSize {
    didSet { screen.fold(to: size.columns, height: size.rows) }
  }
  var isForeground = true
  var isClosed = false
  private(set) var calls: [String] = []
  private(set) var screen: VirtualScreen
  private(set) var written = ""

  init(size: ScreenSize = ScreenSize(columns: 30, rows: 10)) {
    self.size = size
    screen = VirtualScreen(columns: size.columns, height: size.rows)
  }

  func enter() { calls.append("enter") }
  func leave() { calls.append("leave") }
  func stop() { calls.append("stop") }
  func goOn() { calls.append("go on") }

  func write(_ bytes: [UInt8]) throws(OutputClosed) {
    guard !isClosed else { throw OutputClosed() }
    written += String(decoding: bytes, as: UTF8.self)
    screen.feed(bytes)
  }
}
