import QuizSupport

/// The list of everything that can be done, as it is shown over the screen.
struct OpenPalette {
  let commands: CommandPalette
  /// The text that filters the list.
  private let filter: String
  /// The entries that match it.
  private let matches: [CommandPalette.Entry]

  init(_ commands: CommandPalette, filteredBy filter: String = "") {
    (self.commands, self.filter) = (commands, filter)
    matches = commands.matches(filter)
  }

  /// The effect of taking a row or, if nothing matches what is typed, that of the typed line; `nil`
  /// when nothing is typed either.
  func effect(at row: Int?) -> CommandPalette.Effect? {
    if let row, matches.indices.contains(row) { return matches[row].effect }
    return filter.trimmed.isEmpty ? nil : .enter(filter)
  }

  /// The line with which the entry of a row begins, to be completed in the prompt. Where nothing
  /// matches, what is typed.
  func line(at row: Int?) -> String {
    guard let row, matches.indices.contains(row) else { return filter }
    return matches[row].line
  }

  // MARK: - Drawing

  /// The list with the group of each entry.
  func view(_ theme: Theme) -> LiveView {
    let prompt = theme.palette.heading(theme.signs.prompt.trimmed + " ")
    var liveView = LiveView(over: "palette", label: prompt)
    liveView.hidesScreen = true
    let wordCells = commands.entries.map { theme.width($0.word) }.max() ?? 0
    let words = [filter.trimmed]
    liveView.list = RowList(
      id: "palette \(filter)", count: matches.count,
      lines: { [matches] row, columns in
        let group = matches[row].group
        let isFirst = row == 0 || matches[row - 1].group != group
        return [matches[row].row(columns, wordCells, words, group: isFirst ? group : nil, theme)]
      })
    return liveView
  }

  /// The rows of the layer with the list, below those of the screen's title. They keep their number
  /// while the list is filtered, so that the prompt stays where it is.
  func rows(
    _ layer: Layer, below title: [RegionRow], height: Int, _ theme: Theme
  ) -> [RegionRow] {
    let air = [RegionRow(text: "")]
    let title = height < 16 ? [] : air + title.prefix(2)
    let room = Room(height) - 5 - title.count
    let rows = layer.lines(room: room, theme)
    let blank = max(0, min(commands.entries.count, room.rows) - rows.count)
    return Array(repeating: air[0], count: blank) + title + air + rows + air
  }

  /// The hints on the keys.
  func hints(_ theme: Theme) -> [String] {
    let strings = theme.strings
    guard !matches.isEmpty else {
      return [
        strings("Enter runs it as typed", "Enter 入力どおり実行"), strings("Esc back", "Esc 戻る"),
      ]
    }
    return [
      strings("Enter does it", "Enter 実行"), strings("typing filters", "文字で絞り込み"),
      strings("Tab puts it into the line", "Tab 入力欄に入れる"), strings("Esc back", "Esc 戻る"),
    ]
  }
}

extension CommandPalette.Entry {
  /// The command, its effect and, where there is room, its group.
  fileprivate func row(
    _ columns: Int, _ wordCells: Int, _ words: [String], group: CommandGroup?, _ theme: Theme
  ) -> String {
    let groupCells = theme.isNarrow ? 0 : 13
    // A command that is typed with its arguments is shown as it is.
    let width = max(
      min(wordCells, max(10, columns / 3)), min(theme.width(word.sanitisedLine), columns / 2))
    let name = FoundText(word.sanitisedLine, words: words).drawn(cells: width, theme)
    let blank = String(repeating: " ", count: max(0, width - theme.width(name)))
    let room = max(0, columns - width - 2 - groupCells)
    let effect = FoundText(explanation.sanitisedLine, words: words).drawn(cells: room, theme)
    let row = name + blank + "  " + effect
    guard let group, groupCells > 0 else { return row }
    let title = theme.fitted(group.name(in: theme.strings.language), to: groupCells - 1)
    return theme.filled(row, to: columns - groupCells) + " " + theme.palette.faint(title)
  }
}
