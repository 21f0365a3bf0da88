import QuizKit

/// One row of a ``CommandTable``.
struct CommandEntry: Sendable {
  /// The English word, which works in every language.
  let name: String
  /// Other words for the same command, including the Japanese ones.
  var aliases: [String] = []
  /// The screens on which the word has this meaning; empty for every screen.
  var screens: [ScreenName] = []
  /// Whether the word has this meaning on all other screens too, unless it means something else
  /// there. Such a command opens a screen or does not concern any.
  var isEverywhere = false
  /// Whether the command does something on a virtual clock only.
  var needsVirtualClock = false
  /// The arguments after the name, as the help shows them.
  var arguments = ""
  let english: String
  let japanese: String
  var options: [OptionEntry] = []
  /// How many words precede free text that runs to the end of the line, such as a question; `nil`
  /// for a command without free text.
  var wordsBeforeText: Int?
  /// Turns the arguments into the command.
  let parse: @Sendable (inout Arguments) throws(CommandError) -> Command

  /// The name and its arguments, as the help shows them.
  var usage: String {
    arguments.isEmpty ? name : "\(name) \(arguments)"
  }

  /// Whether the command is available on `screen`.
  func belongs(to screen: ScreenName) -> Bool {
    screens.isEmpty || isEverywhere || screens.contains(screen)
  }

  /// The name and the aliases, folded.
  var foldedWords: Set<String> {
    Set(([name] + aliases).map(CommandWord.folded))
  }
}

extension CommandEntry {
  /// A command without arguments, of some screens or, if `screens` is empty, of every screen.
  static func plain(
    _ name: String, _ aliases: [String], on screens: [ScreenName] = [], isEverywhere: Bool = false,
    _ command: @escaping @Sendable @autoclosure () -> Command, _ english: String,
    _ japanese: String
  ) -> CommandEntry {
    CommandEntry(
      name: name, aliases: aliases, screens: screens, isEverywhere: isEverywhere, english: english,
      japanese: japanese
    ) { _ throws(CommandError) in command() }
  }

  /// A command of one screen without arguments.
  static func plain(
    _ name: String, _ aliases: [String], on screen: ScreenName, _ command: some ScreenCommand,
    _ english: String, _ japanese: String
  ) -> CommandEntry {
    .plain(name, aliases, on: [screen], .screen(command), english, japanese)
  }
}

/// One option of a command.
struct OptionEntry: Sendable {
  /// The name without its dashes.
  let name: String
  /// The placeholder for the value in the help; `nil` when the option takes no value.
  var value: String?
  let english: String
  let japanese: String

  /// The option as a person types it.
  var usage: String {
    value.map { "--\(name) \($0)" } ?? "--\(name)"
  }

  /// Whether the value is a name or something else that people write, which may have blanks.
  var mayHaveBlanks: Bool {
    value.map { ["DECK", "EXAM", "TAG", "DEVICE", "WORDS"].contains($0) } ?? false
  }
}
