import QuizSupport

/// How the layers of the region become the rows above the prompt, and the prompt.
struct RegionDrawing {
  let theme: Theme
  /// The height of the window in rows.
  let height: Int
  /// The messages about the last command.
  let notices: [String]
  /// The form being filled in; `nil` while the user types commands instead.
  let form: Form?
  let walk: FormWalk
  /// The answer that is typed now.
  let typing: LiveView.Typing?
  /// Whether the line is a search that follows each key.
  let isFinding: Bool
  /// Everything that can be done, while it is listed over the screen.
  let palette: OpenPalette?

  private var inner: Theme { Margin.inner(theme) }

  /// The rows above the prompt.
  func rows(of layers: [Layer]) -> [RegionRow] {
    guard let last = layers.indices.last else { return [] }
    if let palette {
      let title = plain(layers[0].liveView.status.map(Margin.indented))
      return palette.rows(layers[last], below: title, height: height, theme)
    }
    if layers[last].liveView.hidesScreen {
      // The prompt and its hints are the last two rows of the window.
      let room = Room(height) - 2
      let rows = layers[last].lines(room: room, inner, indented: Margin.indented)
      return rows + plain(Array(repeating: "", count: (room - rows.count).rows))
    }
    let said = plain(notices.flatMap { inner.lines($0) }.map(Margin.indented))
    if last == 0, let form {
      let fields = walk.rows(above: form, inner, height: height - said.count - 1)
      return plain(said.isEmpty ? [] : [""]) + said + plain(fields.map(Margin.indented))
    }
    let asked =
      last == 0
      ? []
      : plain(layers[last].liveView.status.map(Margin.indented))
        + layers[last].lines(room: Room(2), theme)
    return layers[0].rows(above: said + asked, height: height, theme, hasCursor: last == 0)
  }

  private func plain(_ texts: [String]) -> [RegionRow] { texts.map { RegionRow(text: $0) } }

  /// The prompt below the rows, without the margin.
  func prompt(of layers: [Layer]) -> Prompt? {
    guard let top = layers.last else { return nil }
    let liveView = top.liveView
    if let palette { return Prompt(palette: liveView, help: inner.hintRow(palette.hints(inner))) }
    let hints = inner.hintRow(top.hints(inner))
    guard layers.count == 1 else { return Prompt(liveView, help: hints, inner) }
    if let form { return walk.prompt(form, inner, height: height) }
    if let typing {
      return Prompt(typing: typing, more: top.more(theme.strings), liveView, inner)
    }
    if isFinding, let find = liveView.find {
      let hints = liveView.hintsWhileFinding(top.row, canMove: top.canMove, theme)
      return Prompt(finding: find, liveView, help: inner.hintRow(hints), theme)
    }
    return Prompt(liveView, help: hints, inner)
  }
}
