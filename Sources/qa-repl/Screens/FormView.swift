/// All fields of a form, one below the other. The current field is the prompt, so its row is
/// missing here. It is between the rows above and the rows below.
struct FormView {
  private(set) var above: [String] = []
  private(set) var below: [String] = []
  /// The label before the text of the current field.
  let label: String

  /// - Parameters:
  ///   - position: The index of the current field. The number of fields stands for the end of the
  ///     form.
  ///   - room: The number of rows, including that of the current field. Rows that do not fit are
  ///     scrolled away.
  init(_ form: Form, at position: Int, _ theme: Theme, room: Room) {
    let cursor = theme.signs.cursor + " "
    let margin = String(repeating: " ", count: displayWidth(cursor))
    let labelCells = form.fields.map { displayWidth($0.label) }.max() ?? 0
    func label(_ field: Form.Field) -> String { field.label.padded(to: labelCells) }
    let isAtEnd = position >= form.fields.count
    self.label = theme.palette.heading(
      cursor + (isAtEnd ? form.endLabel : label(form.fields[position])))

    var rows = form.head.map { theme.cut($0) }
    for field in form.fields {
      let room = (theme.columns ?? 80) - displayWidth(margin) - labelCells
      rows.append(margin + label(field) + field.view(theme, columns: max(1, room)))
    }
    rows.append(margin + theme.palette.faint(form.endLabel))
    let current = form.head.count + min(position, form.fields.count)
    let room = max(1, room.rows)
    let first = max(0, min(current - room / 2, rows.count - room))
    let end = min(rows.count, first + room)
    above = Array(rows[first..<current])
    below = Array(rows[(current + 1)..<end])
    if first > 0, !above.isEmpty { above[0] = theme.palette.faint("^ \(first + 1)") }
    if end < rows.count, !below.isEmpty {
      below[below.count - 1] = theme.palette.faint("v \(rows.count - end + 1)")
    }
    if room > rows.count { above.insert("", at: 0) }
  }
}

extension Form.Field {
  /// The text on one line.
  fileprivate func view(_ theme: Theme, columns: Int) -> String {
    let text = (shownText ?? text).sanitisedLine
    if !text.isEmpty { return text.truncated(to: columns) }
    return theme.palette.faint(emptyNote(theme.strings).truncated(to: columns))
  }
}

extension Strings {
  /// The text shown in place of one that is still to be written.
  var missing: String { self("(empty)", "(未入力)") }
}
