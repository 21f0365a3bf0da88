import QuizKit
import QuizSupport

/// What `help` explains: the commands of a screen, or one command with its options.
struct HelpTopic {
  /// The commands.
  let entries: [CommandEntry]
  /// The commands that open other screens. Only their names are listed.
  let ways: [CommandEntry]
  /// Whether this is about one command, with its aliases and options.
  let isDetailed: Bool
  /// The other words for the command.
  let aliases: [String]
  /// Whether the screen also accepts numbers and letters as answers.
  let hasChoices: Bool

  /// The help on the command `word`, or on `screen` when `word` is `nil`.
  ///
  /// - Throws: ``CommandError/unknownCommand(_:suggestion:)`` when `word` is not a command.
  init(_ word: String?, screen: ScreenName, _ table: CommandTable) throws(CommandError) {
    guard let word else {
      var names: Set<String> = []
      let offered = table.entries(on: screen).filter { names.insert($0.name).inserted }
      ways = offered.filter { $0.isEverywhere && !$0.screens.contains(screen) }
      entries = offered.filter { !$0.isEverywhere || $0.screens.contains(screen) }
      (isDetailed, aliases) = (false, [])
      hasChoices = table.choices[screen] != nil
      return
    }
    entries = table.entries(called: word)
    ways = []
    (isDetailed, hasChoices) = (true, false)
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
    let strings = theme.strings
    var rows = entries.map { (usage: $0.usage, summary: strings($0.english, $0.japanese)) }
    if hasChoices {
      rows.insert((strings.choiceKeys, strings.chooses), at: 0)
      rows.insert((strings.statementKeys, strings.judges), at: 1)
    }
    if isDetailed {
      if !aliases.isEmpty { rows.append((aliases.joined(separator: ", "), strings.alias)) }
      rows += entries.flatMap(\.options).map { ("  " + $0.usage, strings($0.english, $0.japanese)) }
    }
    // A word that means the same on several screens is explained once.
    rows = rows.withoutRepetitions { $0.usage + "\n" + $0.summary }
    let isNarrow = theme.columns.map { $0 < Self.columnsForTable } ?? false
    let width = min(24, rows.map { displayWidth($0.usage) }.max() ?? 0)
    let lines = rows.flatMap { row in
      if isNarrow {
        return theme.lines(row.usage, indent: 2) + theme.lines("    " + row.summary, indent: 4)
      }
      return theme.lines(row.usage.padded(to: width) + "  " + row.summary, indent: width + 2)
    }
    guard !ways.isEmpty else { return lines }
    let names = ways.map(\.name).joined(separator: strings(", ", "、"))
    return lines + theme.lines(strings.ways + names, indent: 2)
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
  fileprivate var choiceKeys: String { self("1…9, a…i", "1…9、a…i、ア…ケ") }
  fileprivate var chooses: String { self("answer with that choice", "その選択肢で答えます") }
  fileprivate var statementKeys: String { self("t, f, y, n", "正、誤、t、f、y、n") }
  fileprivate var judges: String {
    self("answer true or false, yes or no", "正しいか誤りか、はいかいいえかで答えます")
  }
  fileprivate var ways: String { self("From every screen: ", "どの画面からでも : ") }
  fileprivate var alias: String { self("mean the same", "同じ意味の言葉") }
}
