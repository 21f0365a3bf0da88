import Foundation
import QuizExchange
import QuizKit
import QuizSupport
import Terminal

/// Everything that can be done on the screen in front, with an explanation of each, filtered as one
/// types. What concerns the chosen row comes first.
struct CommandPalette {
  /// One thing that can be done.
  struct Entry: Equatable {
    /// The command, as a person reads it.
    let word: String
    /// The command with its arguments, as the help shows it.
    let usage: String
    /// The effect.
    let explanation: String
    let group: CommandGroup
    var effect: Effect
    /// The line with which the command begins, for a prompt in which it is completed.
    let line: String
    /// All words by which the command is found, folded.
    let names: [String]
    /// Whether it is listed before anything is typed.
    var isListed = true
  }

  /// The effect of choosing an entry.
  enum Effect: Equatable {
    /// Runs a command.
    case run(Command)
    /// Puts the beginning of a command line into the prompt, because the command needs a text.
    case type(String)
    /// Runs a line that was typed.
    case enter(String)
    /// Opens the screen to which a line belongs, and runs it there or, if it needs a text, puts it
    /// into the prompt.
    case there(Command, line: String, isWhole: Bool)
  }

  /// All entries, those of a group together.
  private(set) var entries: [Entry] = []
  /// The entries before anything is typed, few enough to be looked through.
  var listed: [Entry] { entries.filter(\.isListed) }
  private let parser: CommandParser

  /// - Parameters:
  ///   - subject: What the row at the cursor stands for; `nil` without such a row.
  ///   - keys: The keys that do something with the row at the cursor.
  ///   - idleWords: The commands that can do nothing now.
  init(
    _ parser: CommandParser, on subject: RowSubject?,
    keys: [RowKey], idleWords: Set<String>
  ) {
    self.parser = parser
    let language = parser.language
    var found = keys.map { key in
      Entry(
        word: key.hint.keys, usage: key.hint.keys, explanation: key.hint.effect, group: .row,
        effect: .run(key.command), line: "", names: [])
    }
    var names: Set<String> = []
    let offered = parser.table.entries(on: parser.screen).filter {
      !$0.isForScripts && !idleWords.contains($0.name) && names.insert($0.name).inserted
    }
    if let subject {
      found += offered.compactMap { $0.onRow == nil ? nil : named($0, by: subject) }
      found += elsewhere(subject, without: names)
      let others = offered.filter { $0.onRow == nil }
      found += CommandGroup.allCases.flatMap { group in
        others.compactMap { $0.subject == group ? limited($0, to: subject) : nil }
      }
    }
    found += offered.compactMap { entry in
      // A command for one row is listed once.
      if let subject, entry.onRow != nil, entry.isForOneRow, subject.isFor(entry) { return nil }
      let group = entry.subject == .row && subject == nil ? .screen : entry.subject
      return self.entry(
        entry, entry.word(in: language), explanation: entry.explanation(in: language), group)
    }
    let commands = keys.map(\.command)
    entries = CommandGroup.allCases.flatMap { group in
      found.filter { entry in
        // A key does the same.
        if case .run(let command) = entry.effect, !entry.names.isEmpty, group == .row {
          return entry.group == group && !commands.contains(command)
        }
        return entry.group == group
      }
    }
  }

  /// Commands for every screen that only typing finds, because a key, a row or another command leads
  /// to what they do.
  private static let unlisted: Set<String> = [
    "exam", "follow", "help", "lang", "log", "redo", "resume", "select", "set", "timer", "unfollow",
    "ways",
  ]

  /// The entries that match the typed text. Those whose shown name begins with the text come
  /// first. Those follow in which another name begins with it, a name contains it, or the
  /// explanation contains it.
  func matches(_ text: String) -> [Entry] {
    let typed = CommandWord.folded(text.trimmed)
    guard !typed.isEmpty else { return listed }
    if let line = typedLine(text.trimmed) { return [line] }
    let ranked = entries.map { entry in
      if CommandWord.folded(entry.word).hasPrefix(typed) { return 0 }
      if entry.names.contains(where: { $0.hasPrefix(typed) }) { return 1 }
      if entry.names.contains(where: { $0.contains(typed) }) { return 2 }
      return CommandWord.folded(entry.explanation).contains(typed) ? 3 : 4
    }
    return (0...3).flatMap { rank in
      entries.indices.filter { ranked[$0] == rank }.map { entries[$0] }
    }
  }

  /// The effect of a command on the row at the cursor; `nil` where it does nothing with it.
  func effect(called name: String) -> Effect? {
    entries.first { $0.group == .row && $0.names.contains(name) }?.effect
  }

  /// A command that is typed with its arguments.
  private func typedLine(_ text: String) -> Entry? {
    guard let blank = text.firstIndex(where: Tokenizer.isBlank),
      let entry = parser.table.entry(called: String(text[..<blank]), on: parser.screen)
    else { return nil }
    return Entry(
      word: text, usage: entry.usage, explanation: entry.explanation(in: parser.language),
      group: entry.subject, effect: .enter(text), line: text + " ", names: [])
  }

  /// The command with the number or the name of the row filled in.
  private func named(_ command: CommandEntry, by subject: RowSubject) -> Entry? {
    guard let effect = command.onRow, !subject.idleWords.contains(command.name) else { return nil }
    let places = command.placeholders
    guard
      let index = places.firstIndex(where: { subject.word(for: $0.name) != nil }),
      let word = subject.word(for: places[index].name)
    else { return nil }
    let line = command.word(in: parser.language) + " " + word
    let needsMore = places[(index + 1)...].contains(where: \.isRequired)
    return entry(
      command, line, explanation: parser.language.text(effect.english, effect.japanese), .row,
      isWhole: !needsMore)
  }

  /// What the list of decks can do with the deck of the row.
  ///
  /// - Parameter names: The commands of the screen in front.
  private func elsewhere(_ subject: RowSubject, without names: Set<String>) -> [Entry] {
    let list = ScreenName.decks
    guard subject.deck != nil, let opening = command(list.rawValue) else { return [] }
    return parser.table.entries(on: list).compactMap { command in
      guard !names.contains(command.name), var entry = named(command, by: subject) else {
        return nil
      }
      if case .type = entry.effect {
        let isWhole = command.placeholders.count(where: \.isRequired) == 1
        entry.effect = .there(opening, line: entry.line, isWhole: isWhole)
      }
      return entry
    }
  }

  /// The command limited to the deck or the exam of the row by an option.
  private func limited(_ command: CommandEntry, to subject: RowSubject) -> Entry? {
    let limits = ["deck": subject.deck, "exam": subject.exam]
    guard let option = command.options.first(where: { limits[$0.name] ?? nil != nil }),
      let name = limits[option.name] ?? nil
    else { return nil }
    let language = parser.language
    let line = command.word(in: language) + " --\(option.name) " + CommandWord.quoted(name)
    let explanation =
      command.explanation(in: language) + language.text("; ", "。")
      + language.text(option.english, option.japanese)
    var entry = entry(
      command, line, explanation: explanation, .row,
      isWhole: !command.placeholders.contains(where: \.isRequired))
    // On the first screen the rest of what can be done with a deck is found by its word.
    entry.isListed = subject.deck == nil || parser.screen != .start
    return entry
  }

  private func entry(
    _ command: CommandEntry, _ line: String, explanation: String, _ group: CommandGroup,
    isWhole: Bool? = nil
  ) -> Entry {
    let isWhole =
      isWhole
      ?? (command.wordsBeforeText == nil && command.placeholders.first?.isRequired != true)
    var effect = Effect.type(line + " ")
    // A command that misses something can be completed in the prompt.
    if isWhole, let command = self.command(line) { effect = .run(command) }
    let isForAll = command.isEverywhere || command.screens.isEmpty
    return Entry(
      word: command.word(in: parser.language), usage: command.usage, explanation: explanation,
      group: group, effect: effect, line: line + " ",
      names: Array(command.foldedWords) + FamiliarWord.words(for: command.name),
      isListed: !(isForAll && Self.unlisted.contains(command.name)))
  }

  /// The command on a line; `nil` when the line is not complete.
  private func command(_ line: String) -> Command? {
    do throws(CommandError) {
      return try parser.command(line: line)
    } catch {
      return nil
    }
  }
}

extension CommandEntry {
  /// Whether the command takes one row only, so that it means nothing without one.
  fileprivate var isForOneRow: Bool {
    placeholders.first?.isRequired == true && !arguments.contains("…")
  }
}

extension RowSubject {
  /// Whether a command for one row is for such a row, even if it can do nothing with this one.
  fileprivate func isFor(_ command: CommandEntry) -> Bool {
    command.placeholders.contains { word(for: $0.name) != nil }
  }

  /// The word for a placeholder of a usage line; `nil` where the row has none.
  fileprivate func word(for placeholder: String) -> String? {
    switch placeholder {
    case "N": number.map { "\($0)" }
    case "DECK": deck.map(CommandWord.quoted)
    case "EXAM": exam.map(CommandWord.quoted)
    default: nil
    }
  }
}

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
      id: ViewID("palette", filter), count: matches.count,
      lines: { [matches] row, columns in
        let group = matches[row].group
        let isFirst = row == 0 || matches[row - 1].group != group
        return [matches[row].row(columns, wordCells, words, group: isFirst ? group : nil, theme)]
      })
    return liveView
  }

  /// The rows of the pane with the list, below those of the screen's title. They keep their number
  /// while the list is filtered, so that the prompt stays where it is.
  func rows(
    _ pane: inout Pane, below title: [RegionRow], height: Int, _ theme: Theme
  ) -> [RegionRow] {
    let air = [RegionRow(text: "")]
    let title = height < 16 ? [] : air + title.prefix(2)
    let room = Room(height) - 5 - title.count
    let rows = pane.lines(room: room, theme)
    let blank = max(0, min(commands.listed.count, room.rows) - rows.count)
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
    let groupCells = theme.isNarrow || group == nil ? 0 : 13
    // All effects begin in one column, except that of a command which is typed with its arguments:
    // that is shown as it is.
    let usual = min(wordCells, max(14, columns / 3))
    let hasArguments = word.contains(" ")
    let width =
      hasArguments ? max(usual, min(theme.width(word.sanitisedLine), columns / 2)) : usual
    let name = FoundText(word.sanitisedLine, words: words).drawn(cells: width, theme)
    let blank = String(repeating: " ", count: max(0, width - theme.width(name)))
    let room = max(0, columns - width - 2 - groupCells)
    let clauses = theme.shortened(explanation, to: room, keeping: words)
    let effect = FoundText(clauses, words: words).drawn(cells: room, theme)
    let row = name + blank + "  " + effect
    guard let group, groupCells > 0 else { return row }
    let title = theme.fitted(group.name(in: theme.strings.language), to: groupCells - 1)
    return theme.filled(row, to: columns - groupCells) + " " + theme.palette.faint(title)
  }
}

extension Theme {
  /// An explanation without the clauses at its end for which there is no room. A word that was
  /// searched for is not left out. A first clause that is too long has still to be cut, and so has a
  /// Japanese sentence, whose end says what is done.
  func shortened(_ text: String, to cells: Int, keeping words: [String] = []) -> String {
    let whole = text.sanitisedLine
    guard width(whole) > cells else { return whole }
    func beginning(before signs: [String]) -> String? {
      signs.flatMap { sign in
        whole.ranges(of: sign).map { String(whole[..<$0.lowerBound]) }
      }.filter { part in
        width(part) <= cells && words.allSatisfy { $0.isEmpty || FoundText.has($0, in: part) }
      }.max { $0.count < $1.count }
    }
    return beginning(before: ["; ", ": ", " (", "。", "（"]) ?? beginning(before: [", "]) ?? whole
  }
}

/// Completes commands, options, decks, tags and files from the command table.
struct CommandCompleter: Completer {
  let shell: Shell
  /// The region with the list whose rows a number takes; `nil` for none.
  var region: Region?

  func completion(of head: String) -> Completion {
    let words = Self.words(of: head)
    guard let word = words.last else { return Completion() }
    let plain = word.hasPrefix("\"") ? String(word.dropFirst()) : word
    let candidates = candidates(for: plain, after: words.dropLast())
    let quoted = candidates.map { ($0.text, CommandWord.quoted($0.text), $0.explanation) }
    return Completion(
      replaced: word.count, candidates: quoted.map(\.1),
      explanations: Dictionary(
        quoted.compactMap { $0.2.isEmpty ? nil : ($0.1, $0.2) },
        uniquingKeysWith: { first, _ in first }))
  }

  func hints(for line: String) -> [String] {
    let strings = shell.output.strings
    let clear = strings("Esc clears it", "Esc 消去")
    if let question = region?.question, !question.isCommand(line) {
      return [strings("Enter answers", "Enter 回答"), strings.escapeNo]
    }
    if shell.takesRowNumbers(in: region), Int(FullWidth.folded(line.trimmed)) != nil {
      return [strings("Enter goes to it", "Enter その番号へ"), clear]
    }
    let completes = strings("Tab completes", "Tab 補完")
    do throws(CommandError) {
      _ = try shell.parser.command(line: line)
      return [strings("Enter runs it", "Enter 実行"), completes, clear]
    } catch {
      if case .missingArgument(_, _, let usage) = error {
        return [strings("goes on: \(usage)", "続き: \(usage)"), completes, clear]
      }
      return [completes, clear]
    }
  }

  func hint(for line: String) -> Hint? {
    let words = Self.words(of: line)
    guard let first = words.first, !first.isEmpty else { return nil }
    let name = CommandWord.folded(first)
    if words.count == 1 {
      // The letter of a choice is not the beginning of a longer word.
      if name.count == 1, isCommand(line) { return nil }
      guard let match = entries.first(where: { $0.name.hasPrefix(name) && $0.name != name }) else {
        return nil
      }
      return Hint(text: String(match.name.dropFirst(name.count)), continues: true)
    }
    guard words.count == 2, words[1].isEmpty,
      let entry = entry(called: first)
    else { return nil }
    let options = entry.options.map { "[\($0.usage)]" }.joined(separator: " ")
    let usage = entry.arguments.replacing("[OPTIONS]", with: options)
    return usage.isEmpty ? nil : Hint(text: usage, continues: false)
  }

  /// Whether the line can be run as it is.
  private func isCommand(_ line: String) -> Bool {
    do throws(CommandError) {
      _ = try shell.parser.command(line: line)
      return true
    } catch {
      return false
    }
  }

  private var entries: [CommandEntry] {
    shell.table.entries(on: shell.screen)
  }

  private func entry(called word: String) -> CommandEntry? {
    shell.table.entry(called: word, on: shell.screen)
  }

  private typealias Candidate = (text: String, explanation: String)

  private func candidates(for word: String, after words: ArraySlice<String>) -> [Candidate] {
    guard let first = words.first else { return commands(word) }
    guard let entry = entry(called: first) else { return [] }
    let language = shell.output.strings.language
    if let last = words.last, last.hasPrefix("--"),
      let option = entry.options.first(where: { "--" + $0.name == last }), let value = option.value
    {
      return plain(values(called: value, word))
    }
    if word.hasPrefix("-") {
      let options = entry.options.filter { !words.contains("--" + $0.name) }
      return options.map { ("--" + $0.name, language.text($0.english, $0.japanese)) }
        .filter { $0.0.hasPrefix(word.lowercased()) }
    }
    return plain(positional(entry, word))
  }

  private func plain(_ words: [String]) -> [Candidate] { words.map { ($0, "") } }

  /// Offers English names. Offers Japanese ones only if no English name matches.
  private func commands(_ word: String) -> [Candidate] {
    let folded = CommandWord.folded(word)
    var names = matching(folded, unique(entries.map(\.name)))
    if names.isEmpty {
      names = unique(entries.flatMap(\.aliases)).filter {
        CommandWord.folded($0).hasPrefix(folded)
      }
    }
    let language = shell.output.strings.language
    return names.map { ($0, entry(called: $0)?.explanation(in: language) ?? "") }
  }

  private func positional(_ entry: CommandEntry, _ word: String) -> [String] {
    let places = entry.arguments.split(separator: " ").map { $0.filter { !"[]…".contains($0) } }
    return places.lazy.map { values(called: $0, word) }.first { !$0.isEmpty } ?? []
  }

  /// The values for a placeholder of the usage line, such as `DECK`.
  private func values(called place: String, _ word: String) -> [String] {
    switch place {
    case "DECK": matching(word, named { try shell.models.bank.summaries().map(\.name) })
    case "EXAM": matching(word, named { try shell.models.exams.exams().map(\.name) })
    case "new|edit|delete":
      // The exams come first where nothing is typed yet.
      word.isEmpty ? [] : matching(word, ["new", "edit", "delete"])
    case "TAG": matching(word, named { try shell.models.bank.tags() })
    case "FORMAT": matching(word, QuestionFormat.all.map(\.name))
    case "COMMAND": matching(word, unique(shell.table.entries.map(\.name)))
    case "ja|en": matching(word, Language.allCases.map(\.rawValue))
    case "on|off": matching(word, ["on", "off"])
    case "FINDING": matching(word, Finding.Kind.words)
    case "FILE": files(word)
    case "DIR|status|log|restore":
      matching(word, ["status", "log", "restore"]) + files(word).filter { $0.hasSuffix("/") }
    default: []
    }
  }

  /// Returns no names if the bank cannot be read. The command itself reports that error.
  private func named(_ read: () throws -> [String]) -> [String] {
    do {
      return try read()
    } catch {
      return []
    }
  }

  private func files(_ word: String) -> [String] {
    let folder = word.lastIndex(of: "/").map { String(word[...$0]) } ?? ""
    let begin = word.dropFirst(folder.count)
    let manager = FileManager.default
    let path = folder.isEmpty ? "." : folder
    do {
      return try manager.contentsOfDirectory(atPath: path).sorted().compactMap { name in
        guard name.hasPrefix(begin), begin.hasPrefix(".") || !name.hasPrefix(".") else {
          return nil
        }
        var isFolder: ObjCBool = false
        let exists = manager.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
        return folder + name + (exists && isFolder.boolValue ? "/" : "")
      }
    } catch {
      return []
    }
  }

  private func matching(_ word: String, _ candidates: [String]) -> [String] {
    candidates.filter { $0.lowercased().hasPrefix(word.lowercased()) }
  }

  private func unique(_ words: [String]) -> [String] {
    var seen: Set<String> = []
    return words.filter { seen.insert($0).inserted }
  }

  /// The words of an unfinished line. The last one, which may be empty, is before the cursor.
  private static func words(of head: String) -> [String] {
    var words = [""]
    var isQuoted = false
    for character in head {
      if character == "\"" { isQuoted.toggle() }
      if Tokenizer.isBlank(character), !isQuoted {
        if words.last?.isEmpty == false { words.append("") }
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words
  }
}

extension Shell {
  /// Whether a typed number goes to a row of the list in a region. On some screens it answers a
  /// question.
  func takesRowNumbers(in region: Region?) -> Bool {
    table.choices[screen] == nil && region?.liveView?.list != nil
  }
}
