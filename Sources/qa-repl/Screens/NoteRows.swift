import QuizKit
import QuizSupport

/// The rows of the list of notes.
extension NotesState.Item {
  /// The note's title, or its beginning if it has no title.
  var name: String { title.isEmpty ? preview : title }

  /// The note on one line: its number, its name, and its subject.
  func row(_ columns: Int, _ theme: Theme) -> String {
    theme.row(name.sanitisedLine, (question ?? deck ?? exam ?? "").sanitisedLine, columns)
  }

  func view(_ theme: Theme) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    let mark = "\(number). ".padded(to: 4, .trailing)
    let indent = String(repeating: " ", count: 4)
    var lines = [theme.cut(mark + name.sanitisedLine)]
    let about = question.map { strings.questionLabel + $0 } ?? deck ?? exam ?? ""
    let place = "\(indent)\(changedAt.minute)  \(about.sanitisedLine)"
    lines.append(palette.faint(theme.cut(place)))
    if !title.isEmpty, !preview.isEmpty {
      lines.append(theme.cut(indent + preview.sanitisedLine))
    }
    return lines
  }
}
