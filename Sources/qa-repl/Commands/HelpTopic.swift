import QuizKit
import QuizSupport
import Terminal

/// What `help` explains: what can be done on a screen now, all of its commands, or one command.
struct HelpTopic {
  /// The commands that the help explains.
  private enum Extent {
    /// What can be done now.
    case now
    /// All that works on the screen.
    case all
    /// One command, with its aliases and options.
    case command
  }

  /// The word after `help` for all that works on a screen.
  static let all = ["all", "すべて", "全部"]

  /// The commands.
  let entries: [CommandEntry]
  /// The commands that open other screens.
  let ways: [CommandEntry]
  /// The other words for the command.
  let aliases: [String]
  private let extent: Extent
  /// The names of commands that can do nothing now.
  private let idleWords: Set<String>
  /// The choices of the question on the screen; empty where it has none, and `nil` where words
  /// answer that are not known here.
  private let choices: [String]?

  /// The help on the command `word`, or on `screen` when `word` is `nil` or one of ``all``.
  ///
  /// - Parameters:
  ///   - idleWords: The names of commands that can do nothing on the screen now.
  ///   - choices: The choices of the question on the screen, which words and numbers answer too;
  ///     empty where it has none, and `nil` where they are not known.
  /// - Throws: ``CommandError/unknownCommand(_:suggestion:)`` when `word` is not a command.
  init(
    _ word: String?, screen: ScreenName, _ table: CommandTable, idleWords: Set<String> = [],
    choices: [String]? = []
  ) throws(CommandError) {
    (self.idleWords, self.choices) = (idleWords, choices)
    let isAll = word.map { Self.all.contains(CommandWord.folded($0)) } ?? false
    guard let word, !isAll else {
      var names: Set<String> = []
      let offered = table.entries(on: screen).filter { names.insert($0.name).inserted }
      ways = offered.filter { $0.isEverywhere && !$0.screens.contains(screen) }
      entries = offered.filter { !$0.isEverywhere || $0.screens.contains(screen) }
      (extent, aliases) = (isAll ? .all : .now, [])
      return
    }
    entries = table.entries(called: word)
    (ways, extent) = ([], .command)
    aliases = Self.aliases(of: entries, called: word, table)
    if entries.isEmpty {
      let names = table.entries.map(\.name)
      let suggestion = Suggestion.nearest(to: CommandWord.folded(word), among: names)
      throw .unknownCommand(word, suggestion: suggestion)
    }
  }
}

extension HelpTopic {
  /// The words that mean the same as `word`. What a form calls `save` too, such as `register`, does
  /// not have the words for saving, which mean more than that elsewhere.
  private static func aliases(
    of entries: [CommandEntry], called word: String, _ table: CommandTable
  ) -> [String] {
    let folded = CommandWord.folded(word)
    guard let name = entries.first(where: { $0.name == folded })?.name ?? entries.first?.name else {
      return []
    }
    let own = entries.filter { $0.name == name }.flatMap(\.aliases)
    let foreign = Set(
      own.flatMap { table.entries(called: $0) }.filter { $0.name != name && own.contains($0.name) }
        .flatMap { [$0.name] + $0.aliases })
    return own.filter { !foreign.contains($0) }.withoutRepetitions(by: \.self)
  }

  /// The width from which on the effect of a command is beside its name, not below it.
  private static let columnsForTable = 60

  /// The lines of the help.
  func view(_ theme: Theme) -> [String] {
    switch extent {
    case .command: table(detailedRows(theme.strings), theme)
    case .all: groups(entries + ways, answers(theme.strings), theme)
    case .now:
      groups(entries.filter { !idleWords.contains($0.name) }, answers(theme.strings), theme)
        + (ways.isEmpty ? [] : [""] + theme.lines(theme.strings.helpAll))
    }
  }

  private typealias HelpRow = (usage: String, summary: String)

  /// The commands below the names of their groups, after the words that answer.
  private func groups(_ commands: [CommandEntry], _ answers: [HelpRow], _ theme: Theme) -> [String]
  {
    let strings = theme.strings
    var lines: [String] = []
    for group in CommandGroup.allCases {
      let rows =
        (group == .screen ? answers : [])
        + commands.filter { $0.subject == group }.map {
          ($0.usage, strings($0.english, $0.japanese))
        }
      guard !rows.isEmpty else { continue }
      let title = theme.palette.heading(group.name(in: strings.language))
      lines += (lines.isEmpty ? [] : [""]) + [title] + table(rows, theme)
    }
    return lines
  }

  /// The words that answer the question on the screen.
  private func answers(_ strings: Strings) -> [HelpRow] {
    if choices?.isEmpty == true { return [] }
    let isStatement = choices.map { ChoiceWord.numbers(["t"], among: $0) != nil && $0.count == 2 }
    return [(strings.choiceKeys(choices?.count ?? 9), strings.chooses)]
      + (isStatement == false ? [] : [(strings.statementKeys, strings.judges)])
  }

  /// The command with its options, its other words and the screens where it works.
  private func detailedRows(_ strings: Strings) -> [HelpRow] {
    let isOne = Set(entries.map(\.english)).count == 1
    var rows = entries.map { entry in
      let place = isOne ? "" : strings(" (", "(") + places([entry], strings) + strings(")", ")")
      return (entry.usage, strings(entry.english, entry.japanese) + place)
    }
    if !aliases.isEmpty { rows.append((aliases.joined(separator: ", "), strings.alias)) }
    rows += entries.flatMap(\.options).map { ("  " + $0.usage, strings($0.english, $0.japanese)) }
    return isOne ? rows + [(strings.worksOn, places(entries, strings))] : rows
  }

  /// The names of the screens on which commands work.
  private func places(_ entries: [CommandEntry], _ strings: Strings) -> String {
    if entries.contains(where: { $0.isEverywhere || $0.screens.isEmpty }) {
      return strings("every screen", "すべての画面")
    }
    let names = entries.flatMap(\.screens).withoutRepetitions(by: \.self).map(strings.name(of:))
    return names.joined(separator: strings(", ", "、"))
  }

  private func table(_ rows: [HelpRow], _ theme: Theme) -> [String] {
    // A word that means the same on several screens is explained once.
    let rows = rows.withoutRepetitions { $0.usage + "\n" + $0.summary }
    let isNarrow = theme.columns.map { $0 < Self.columnsForTable } ?? false
    let width = min(24, rows.map { displayWidth($0.usage) }.max() ?? 0)
    return rows.enumerated().flatMap { index, row in
      if isNarrow {
        return theme.lines(row.usage, indent: 2) + theme.lines("    " + row.summary, indent: 4)
      }
      if displayWidth(row.usage) > width {
        // Its effect is below it, in the column of the others.
        let isSame = index > 0 && rows[index - 1].usage == row.usage
        let blank = String(repeating: " ", count: width + 2)
        return (isSame ? [] : theme.lines(row.usage, indent: 2))
          + theme.lines(blank + row.summary, indent: width + 2)
      }
      return theme.lines(row.usage.padded(to: width) + "  " + row.summary, indent: width + 2)
    }
  }
}

extension Array {
  /// The elements without those that are like an earlier one.
  fileprivate func withoutRepetitions<Likeness: Hashable>(
    by likeness: (Element) -> Likeness
  ) -> [Element] {
    var seen: Set<Likeness> = []
    return filter { seen.insert(likeness($0)).inserted }
  }
}

extension Strings {
  fileprivate func choiceKeys(_ count: Int) -> String {
    let last = ChoiceLetters.name(min(count, 26) - 1).lowercased()
    return self("1…\(count), a…\(last)", "1…\(count)、a…\(last)")
  }
  fileprivate var chooses: String { self("answer with that choice", "その選択肢で答えます") }
  fileprivate var statementKeys: String { self("t, f, y, n", "正、誤、t、f、y、n") }
  fileprivate var judges: String {
    self("answer true or false, yes or no", "「正しい・誤り」「はい・いいえ」で答えます")
  }
  fileprivate var helpAll: String {
    self(
      "“help all” lists what works on every screen too, “help COMMAND” explains one.",
      "help all ですべてのコマンドを、help コマンド名 でそのコマンドを説明します。")
  }
  fileprivate var worksOn: String { self("works on", "使える画面") }
  fileprivate var alias: String { self("mean the same", "別名") }
}

/// The keys at a prompt and what they do, for the manual page and for a user who asks.
struct KeyHelp {
  let keys: String
  let meaning: String
  /// Whether the keys have this effect on every screen, so that the guide of each names them.
  var isGeneral = false
  /// Whether they take a row of a list.
  var takesRow = false

  /// All keys, in the order in which one needs them.
  static func all(_ strings: Strings) -> [KeyHelp] {
    [
      KeyHelp(
        keys: "1-9", meaning: strings("answer a question at once", "その場で回答")),
      KeyHelp(
        keys: "a-i, ア-ケ",
        meaning: strings("answer a question, with Enter", "Enter で回答")),
      KeyHelp(
        keys: "t, f, y, n",
        meaning: strings(
          "with Enter, answer true or false, yes or no",
          "Enter で「正しい・誤り」「はい・いいえ」を回答（正、誤なども可）")),
      KeyHelp(
        keys: strings("a number", "番号"),
        meaning: strings("go to that row of a list, with Enter", "Enter で一覧のその行へ移動"),
        isGeneral: true, takesRow: true),
      KeyHelp(
        keys: ":",
        meaning: strings("begin a command where keys answer", "キーで答える画面でのコマンド入力"),
        isGeneral: true),
      KeyHelp(keys: "/", meaning: strings("search the questions", "質問を検索"), isGeneral: true),
      KeyHelp(
        keys: "?", meaning: strings("the keys and the commands of the screen", "画面のキーとコマンドの説明")),
      KeyHelp(keys: "y, n", meaning: strings("answer a yes or no at once", "「はい・いいえ」をその場で回答")),
      KeyHelp(
        keys: "Right",
        meaning: strings(
          "the rest of a row, or the next value between two arrows",
          "行の続き、または ‹ › の間の次の値")),
      KeyHelp(
        keys: "Left",
        meaning: strings(
          "the value before; otherwise back, in a quiz to the question before",
          "前の値。ほかでは前の画面へ（クイズでは前の質問へ）")),
      KeyHelp(keys: "Del", meaning: strings("delete the row, after a question", "確認してから行を削除")),
      KeyHelp(keys: "Ctrl-S", meaning: strings("hand in a form", "フォームを完了")),
      KeyHelp(
        keys: "PgUp, PgDn, Home, End",
        meaning: strings("go through lists and long texts", "一覧や長い文章の中を移動"), isGeneral: true),
      KeyHelp(
        keys: "Space, b, g, G, q",
        meaning: strings(
          "a long text, as in less: the next page, the one before, its start and end, close it",
          "長い文章で、次のページ、前のページ、先頭、末尾、終了")),
      KeyHelp(
        keys: "Tab",
        meaning: strings(
          "everything that can be done here; typing filters it, Enter does it",
          "ここでできることの一覧。文字で絞り込み、Enter で実行"),
        isGeneral: true),
      KeyHelp(
        keys: "Tab, Shift-Tab",
        meaning: strings("complete a word, and go round the candidates", "入力中の言葉を補完、候補を順に選択"),
        isGeneral: true),
      KeyHelp(keys: "Right, End", meaning: strings("accept the dim hint", "薄い文字の候補を確定")),
      KeyHelp(
        keys: "Up, Down",
        meaning: strings("the row above or below, then the history", "上下の行、その先は履歴")),
      KeyHelp(
        keys: "Ctrl-P, Ctrl-N",
        meaning: strings("go through the lines typed before", "前に入力した行を順に表示"), isGeneral: true),
      KeyHelp(
        keys: "Ctrl-R",
        meaning: strings(
          "search the lines typed before; again for older ones", "前に入力した行を検索。もう一度でさらに前の候補"),
        isGeneral: true),
      KeyHelp(
        keys: "Ctrl-A, Ctrl-E, Ctrl-Left, Ctrl-Right",
        meaning: strings("to the ends of the line, by words", "行頭・行末へ、単語ごとに移動")),
      KeyHelp(
        keys: "Ctrl-W, Alt-D, Ctrl-U, Ctrl-K",
        meaning: strings("cut a word or the rest of the line", "単語や行の残りを切り取り")),
      KeyHelp(
        keys: "Ctrl-Y", meaning: strings("paste the text that was cut last", "最後に切り取った文字を貼り付け")),
      KeyHelp(
        keys: "Ctrl-_, Alt-_",
        meaning: strings(
          "undo and redo within the line; Ctrl-_ after a deletion brings it back",
          "入力の取り消し、取り消しを戻す。削除直後の Ctrl-_ は削除の取り消し")),
      KeyHelp(
        keys: "Alt-Enter, Ctrl-J",
        meaning: strings("a new line in a text of several lines", "複数行の文章で改行")),
      KeyHelp(
        keys: "Ctrl-X Ctrl-E",
        meaning: strings(
          "open the text of a field, or the file of a question, in your editor",
          "入力欄の文章や質問のファイルをエディターで開く")),
      KeyHelp(
        keys: "Esc",
        meaning: strings("cancel, leave the form or the screen", "キャンセル、フォームや画面から戻る"),
        isGeneral: true),
      KeyHelp(
        keys: "Ctrl-C",
        meaning: strings(
          "clear the line, then leave; twice at the start: end", "行を消去、前の画面へ。最初の画面で 2 回押すと終了"),
        isGeneral: true),
      KeyHelp(
        keys: "Ctrl-D",
        meaning: strings("leave the screen; at the start: end", "前の画面へ。最初の画面では終了")),
      KeyHelp(
        keys: strings("mouse", "マウス"),
        meaning: strings(
          "a click on a choice or a row moves there, the next one takes it, "
            + "the wheel moves through the rows; hold Shift to select text as usual, "
            + "or leave the mouse to the terminal by --no-mouse",
          "1 回目のクリックで選択肢や行へ移動、2 回目で決定。ホイールで行を移動。"
            + "文字の選択は Shift を押しながら。--no-mouse でマウスを使わない")),
      KeyHelp(
        keys: "Ctrl-L, Ctrl-Z", meaning: strings("redraw, pause the program", "再描画、プログラムの中断")),
    ]
  }
}
