/// Combines the parts of the live region into a frame.
struct LiveLayout {
  let frame: Frame

  init(
    prompt: Prompt, editor: Editor, status: [RegionRow], size: ScreenSize
  ) {
    let title =
      editor.search.map { Margin.blanks + "Ctrl-R \($0.words.sanitisedLine)> " } ?? prompt.text
    var input = TextLayout(editor.buffer, prompt: title, columns: size.columns, size.ambiguous)
    if let hint = editor.hint, editor.search == nil {
      input.append(faint: hint.text, columns: size.columns, size.ambiguous)
    }
    let below =
      editor.offered.map { Self.rows(of: $0, columns: size.columns - Margin.blanks.count) }
      ?? prompt.help
    frame = Frame(
      status: status, input: input, below: below, size: size, fillsWindow: prompt.fillsWindow)
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
