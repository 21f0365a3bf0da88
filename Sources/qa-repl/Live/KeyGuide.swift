import QuizSupport

/// The keys and the commands of a screen with their effects, for a user who asks.
struct KeyGuide {
  private let hints: [String]
  private let commands: [CommandPalette.Entry]
  private let takesNumbers: Bool

  /// - Parameters:
  ///   - hints: The hints on the keys of the screen.
  ///   - commands: Everything that can be done there.
  ///   - takesNumbers: Whether a number goes to a row there.
  init(_ hints: [String], _ commands: [CommandPalette.Entry], takesNumbers: Bool) {
    (self.hints, self.commands, self.takesNumbers) = (hints, commands, takesNumbers)
  }

  /// The fewest columns for which keys and effects are beside each other.
  private static let columnsForTable = 44

  /// The keys and their effects in two columns, then the commands by their groups.
  func lines(_ theme: Theme) -> [String] {
    let strings = theme.strings
    var lines = [theme.palette.heading(strings("Keys", "キー"))] + table(keys(theme), theme)
    let commands = commands.filter { !$0.names.isEmpty }
    for group in CommandGroup.allCases {
      let rows = commands.filter { $0.group == group }.map { ($0.usage, $0.explanation) }
      if rows.isEmpty { continue }
      let title = strings("Commands: ", "コマンド : ") + group.name(in: strings.language)
      lines += ["", theme.palette.heading(title)] + table(rows, theme)
    }
    return lines
  }

  /// The keys of the screen, then those that have the same effect everywhere.
  private func keys(_ theme: Theme) -> [(String, String)] {
    let own = hints.map { KeyHint($0, theme.signs) }.filter {
      !$0.keys.isEmpty && !$0.effect.isEmpty && !["Tab", "?"].contains($0.keys)
    }
    var names: Set<String> = []
    return own.filter { names.insert($0.keys).inserted }.map { ($0.keys, $0.effect) }
      + KeyHelp.all(theme.strings).filter {
        $0.isGeneral && (takesNumbers || !$0.takesRow) && names.insert($0.keys).inserted
      }.map { ($0.keys, $0.meaning) }
  }

  private func table(_ rows: [(String, String)], _ theme: Theme) -> [String] {
    guard let columns = theme.columns, columns >= Self.columnsForTable else {
      return rows.flatMap { theme.lines("  \($0)  \($1)", indent: 4) }
    }
    let widest = rows.map { theme.width($0.0) }.max() ?? 0
    let width = min(widest, columns / 3)
    return rows.flatMap { name, effect in
      let isLong = theme.width(name) > width
      let beside = theme.lines(
        "  " + (isLong ? String(repeating: " ", count: width) : theme.filled(name, to: width))
          + "  " + effect, indent: width + 4)
      return isLong ? theme.lines("  " + name, indent: 4) + beside : beside
    }
  }
}
