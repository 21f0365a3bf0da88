import QuizKit

extension ImportStatus {
  /// The file name, and a progress bar with speed and remaining time.
  func rows(_ theme: Theme) -> [String] {
    let columns = theme.columns ?? 80
    let numbers = numbers(theme)
    let cells = max(6, min(32, columns - displayWidth(numbers)))
    return [
      name.truncated(to: columns, theme.ambiguous),
      theme.gauge(progress, of: 100, cells: cells, .accent) + numbers,
    ]
  }

  /// The file name with speed and remaining time, in one line with room for the `^C` that the
  /// terminal shows behind it.
  func line(_ theme: Theme) -> String {
    let numbers = numbers(theme)
    let cells = max(4, (theme.columns ?? 80) - 2 - displayWidth(numbers))
    return name.truncated(to: cells, theme.ambiguous) + numbers
  }

  private var name: String {
    (files > 1 ? "\(number)/\(files)  " : "") + file.sanitisedLine
  }

  private func numbers(_ theme: Theme) -> String {
    var numbers = " \(progress) %"
    if let kilobytesPerSecond {
      numbers += "  \(kilobytesPerSecond / 1000).\(kilobytesPerSecond % 1000 / 100) MB/s"
    }
    if let remaining { numbers += "  " + theme.strings.remaining(remaining) }
    return numbers
  }
}
