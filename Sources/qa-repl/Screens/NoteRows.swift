import QuizKit
import QuizSupport

/// The rows of the list of notes.
extension NotesState.Item {
  /// The note's title, or its beginning if it has no title.
  var name: String { title.isEmpty ? preview : title }

  /// The note on one line: its number, its name, and its subject.
  func row(_ columns: Int, _ look: Look) -> String {
    look.row(name.sanitisedLine, (question ?? deck ?? exam ?? "").sanitisedLine, columns)
  }

  func view(_ look: Look) -> [String] {
    let (strings, palette) = (look.strings, look.palette)
    let mark = "\(number). ".padded(to: 4, .trailing)
    let indent = String(repeating: " ", count: 4)
    var lines = [look.cut(mark + name.sanitisedLine)]
    let about = question.map { strings.questionLabel + $0 } ?? deck ?? exam ?? ""
    let place = "\(indent)\(changed.minute)  \(about.sanitisedLine)"
    lines.append(palette.faint(look.cut(place)))
    if !title.isEmpty, !preview.isEmpty {
      lines.append(look.cut(indent + preview.sanitisedLine))
    }
    return lines
  }
}
