import QuizKit
import QuizSupport

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
      if subject != nil, entry.onRow != nil, entry.isForOneRow { return nil }
      let group = entry.subject == .row && subject == nil ? .screen : entry.subject
      return listed(
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

  /// The entries that match the typed text. Those whose shown name begins with the text come
  /// first. Those follow in which another name begins with it, a name contains it, or the
  /// explanation contains it.
  func matches(_ text: String) -> [Entry] {
    let typed = CommandWord.folded(text.trimmed)
    guard !typed.isEmpty else { return entries }
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
    return listed(
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
    return listed(
      command, line, explanation: explanation, .row,
      isWhole: !command.placeholders.contains(where: \.isRequired))
  }

  private func listed(
    _ command: CommandEntry, _ line: String, explanation: String, _ group: CommandGroup,
    isWhole: Bool? = nil
  ) -> Entry {
    let isWhole =
      isWhole
      ?? (command.wordsBeforeText == nil && command.placeholders.first?.isRequired != true)
    var effect = Effect.type(line + " ")
    // A command that misses something can be completed in the prompt.
    if isWhole, let command = self.command(line) { effect = .run(command) }
    return Entry(
      word: command.word(in: parser.language), usage: command.usage, explanation: explanation,
      group: group, effect: effect, line: line + " ",
      names: Array(command.foldedWords) + FamiliarWord.words(for: command.name))
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
