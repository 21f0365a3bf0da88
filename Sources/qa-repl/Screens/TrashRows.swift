import QuizKit
import QuizSupport

/// The rows of the trash.
extension TrashState.Item {
  /// The deleted record on one line, with its kind and the time of its deletion.
  func row(_ columns: Int, _ look: Look) -> String {
    let kind = name.text(in: look.strings.language)
    let ends = [kind + "  " + deletedAt.minute, kind + "  " + deletedAt.minute.prefix(10), kind]
    return look.row(look.line(of: text), ends: ends, columns)
  }

  /// The entry as it is printed.
  func view(_ look: Look) -> [String] {
    let (strings, palette) = (look.strings, look.palette)
    let mark = "\(number). ".padded(to: 4, .trailing)
    let place = "    \(deletedAt.minute)  \(name.text(in: strings.language))"
    return [look.cut(mark + text.sanitisedLine), palette.faint(look.cut(place))]
  }
}
