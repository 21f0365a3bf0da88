import QuizSupport

/// The keys and the commands of a screen with their effects, for a user who asks.
struct KeyGuide {
  private let hints: [String]
  private let commands: [CommandPalette.Entry]

  /// - Parameters:
  ///   - hints: The hints on the keys of the screen.
  ///   - commands: Everything that can be done there.
  init(_ hints: [String], _ commands: [CommandPalette.Entry]) {
    (self.hints, self.commands) = (hints, commands)
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
      + theme.strings.generalKeys.filter { names.insert($0.0).inserted }
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

extension Strings {
  /// The keys that have the same effect on every screen.
  fileprivate var generalKeys: [(String, String)] {
    [
      (
        "Tab",
        self(
          "everything that can be done here; completes a word that is begun",
          "ここでできることの一覧。入力中の言葉は補完")
      ),
      ("/", self("search the questions", "質問を検索")),
      (":", self("begin a command where keys answer", "キーで答える画面でコマンドを入力")),
      (
        self("a number", "番号"),
        self("goes to that row of a list, with Enter", "Enter で一覧のその行へ")
      ),
      ("Esc", self("leaves the screen, the form or what is typed", "画面やフォームを離れる、入力を消す")),
      ("PgUp PgDn Home End", self("go through lists and long texts", "一覧や長い文章の中を移動")),
      ("Ctrl-R", self("searches the lines typed before", "前に入力した行を検索")),
      ("Ctrl-P Ctrl-N", self("go through the lines typed before", "前に入力した行を順に表示")),
      (
        "Ctrl-C",
        self(
          "clears the line, then leaves; twice at the start: ends", "入力を消す、画面を離れる。最初の画面で 2 回なら終了")
      ),
    ]
  }
}
