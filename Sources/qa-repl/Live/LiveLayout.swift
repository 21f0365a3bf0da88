/// Combines the parts of the live region into a frame.
struct LiveLayout {
  let frame: Frame

  init(_ line: TypedLine, status: [RegionRow], size: ScreenSize) {
    let (prompt, editor) = (line.prompt, line.editor)
    let title =
      editor.search.map { Margin.blanks + "Ctrl-R \($0.words.sanitisedLine)> " } ?? prompt.text
    var input = TextLayout(editor.buffer, prompt: title, columns: size.columns, size.ambiguous)
    if let hint = editor.hint, editor.search == nil {
      input.append(faint: hint.text, columns: size.columns, size.ambiguous)
    }
    let isFresh = editor.buffer.isEmpty || prompt.helpWhileTyped.isEmpty
    let usual = isFresh ? prompt.help : prompt.helpWhileTyped
    let help = line.hints.isEmpty ? usual : prompt.hintRow(line.hints) ?? usual
    let below = editor.offered.map { Self.rows(of: $0, prompt.theme, size: size) } ?? help
    frame = Frame(
      status: status, input: input, below: below, size: size, fillsWindow: prompt.fillsWindow)
  }

  /// The rows of candidates, with an explanation of each where there is one, around the selected
  /// candidate.
  private static func rows(of offer: Offer, _ theme: Theme?, size: ScreenSize) -> [String] {
    guard let theme, !offer.explanations.isEmpty else {
      return rows(of: offer, columns: size.columns - Margin.blanks.count)
    }
    let most = max(3, min(8, size.rows / 3))
    let widest = offer.candidates.map { theme.width($0.sanitisedLine) }.max() ?? 0
    let width = min(widest, size.columns / 2)
    let rows = offer.candidates.enumerated().map { index, candidate in
      let text = theme.filled(candidate.sanitisedLine, to: width)
      let room = size.columns - width - 5
      let note = theme.fitted(offer.explanations[candidate] ?? "", to: max(0, room))
      let shown = index == offer.selected ? "\u{1B}[7m\(text)\u{1B}[0m" : text
      return "  " + shown + (note.isEmpty ? "" : "  " + theme.palette.faint(note))
    }
    let first = max(0, min((offer.selected ?? 0) - most / 2, rows.count - most))
    let shown = Array(rows[first...].prefix(most))
    guard shown.count < rows.count else { return shown }
    let (from, to) = (first + 1, first + shown.count)
    let note = theme.strings("\(from)-\(to) of \(rows.count)", "\(from)〜\(to) / \(rows.count)")
    return shown + ["  " + theme.palette.faint(note)]
  }

  /// The rows of candidates. Shows at most three, around the selected candidate.
  private static func rows(of offer: Offer, columns: Int) -> [String] {
    var rows: [(text: String, cells: Int)] = []
    var selectedRow = 0
    for (index, candidate) in offer.candidates.enumerated() {
      let text = candidate.sanitisedLine.truncated(to: columns - 1)
      let cells = displayWidth(text)
      let shown = index == offer.selected ? "\u{1B}[7m\(text)\u{1B}[0m" : text
      if let last = rows.last, last.cells + 2 + cells < columns {
        rows[rows.count - 1] = (last.text + "  " + shown, last.cells + 2 + cells)
      } else {
        rows.append((shown, cells))
      }
      if index == offer.selected { selectedRow = rows.count - 1 }
    }
    let first = max(0, min(selectedRow - 1, rows.count - 3))
    return rows[first...].prefix(3).map { Margin.indented($0.text) }
  }
}
