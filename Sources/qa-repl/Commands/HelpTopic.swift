import QuizKit
import QuizSupport

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
    return rows.flatMap { row in
      if isNarrow {
        return theme.lines(row.usage, indent: 2) + theme.lines("    " + row.summary, indent: 4)
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
