import QuizKit

extension ImportStatus {
  /// The file name, and a progress bar with speed and remaining time.
  func rows(_ theme: Theme) -> [String] {
    let columns = theme.columns ?? 80
    let place = files > 1 ? "\(number)/\(files)  " : ""
    let name = (place + file.sanitisedLine).truncated(to: columns, theme.ambiguous)
    var numbers = " \(percent) %"
    if let kilobytesPerSecond {
      numbers += "  \(kilobytesPerSecond / 1000).\(kilobytesPerSecond % 1000 / 100) MB/s"
    }
    if let secondsLeft { numbers += "  " + theme.strings.remaining(secondsLeft) }
    let cells = max(6, min(32, columns - displayWidth(numbers)))
    return [name, theme.gauge(percent, of: 100, cells: cells, .accent) + numbers]
  }
}
