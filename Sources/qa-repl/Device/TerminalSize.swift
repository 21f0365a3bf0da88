import Foundation

/// The width of the terminal.
enum TerminalSize {
  /// The widest line to write. One column stays free, because terminals disagree about wrapping
  /// after a full row.
  static func columns(_ environment: Environment) -> Int {
    var size = winsize()
    let known = ioctl(1, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let columns = known ? Int(size.ws_col) : environment["COLUMNS"].flatMap { Int($0) } ?? 80
    return max(10, columns - 1)
  }
}
