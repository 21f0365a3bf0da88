import QuizKit
import QuizSupport

/// The rows of the trash.
extension TrashState.Item {
  /// The deleted record on one line, with its kind and the time of its deletion.
  func row(_ columns: Int, _ theme: Theme) -> String {
    let kind = name.text(in: theme.strings.language)
    let ends = [kind + "  " + deletedAt.minute, kind + "  " + deletedAt.minute.prefix(10), kind]
    return theme.row(theme.line(of: text), ends: ends, columns)
  }

  /// The entry as it is printed.
  func view(_ theme: Theme) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    let mark = "\(number). ".padded(to: 4, .trailing)
    let place = "    \(deletedAt.minute)  \(name.text(in: strings.language))"
    return [theme.cut(mark + text.sanitisedLine), palette.faint(theme.cut(place))]
  }
}
