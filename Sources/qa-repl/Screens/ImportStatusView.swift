import QuizKit

extension ImportStatus {
  /// The file name, and a progress bar with speed and remaining time.
  func rows(_ look: Look) -> [String] {
    let columns = look.columns ?? 80
    let place = files > 1 ? "\(number)/\(files)  " : ""
    let name = (place + file.sanitisedLine).truncated(to: columns)
    var numbers = " \(percent) %"
    if let kilobytesPerSecond {
      numbers += "  \(kilobytesPerSecond / 1000).\(kilobytesPerSecond % 1000 / 100) MB/s"
    }
    if let secondsLeft { numbers += "  " + look.strings.remaining(secondsLeft) }
    let cells = max(4, min(30, columns - displayWidth(numbers) - 2))
    let bar = look.palette.chosen(Gauge.bar(percent, of: 100, cells: cells))
    return [name, "[\(bar)]" + numbers]
  }
}
