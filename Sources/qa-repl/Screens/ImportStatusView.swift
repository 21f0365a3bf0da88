import QuizKit

extension ImportStatus {
  /// The file name, and a progress bar with speed and remaining time.
  func rows(_ look: Look) -> [String] {
    let columns = look.columns ?? 80
    let place = files > 1 ? "\(number)/\(files)  " : ""
    let name = (place + file.sanitisedLine).truncated(to: columns, look.ambiguous)
    var numbers = " \(percent) %"
    if let kilobytesPerSecond {
      numbers += "  \(kilobytesPerSecond / 1000).\(kilobytesPerSecond % 1000 / 100) MB/s"
    }
    if let secondsLeft { numbers += "  " + look.strings.remaining(secondsLeft) }
    let cells = max(6, min(32, columns - displayWidth(numbers)))
    return [name, look.gauge(percent, of: 100, cells: cells, .accent) + numbers]
  }
}
