import Foundation

/// How wide the terminal is.
enum TerminalSize {
  /// The widest line to write: one less than the terminal has, so that no line ever fills the last column, where terminals disagree
  /// about wrapping.
  static func columns(_ environment: Environment) -> Int {
    var size = winsize()
    let known = ioctl(1, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let columns = known ? Int(size.ws_col) : environment["COLUMNS"].flatMap { Int($0) } ?? 80
    return max(10, columns - 1)
  }
}
