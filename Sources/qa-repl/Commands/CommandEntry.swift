import QuizKit

/// One command: the parser, the help and the completions are made from the table of these.
struct CommandEntry: Sendable {
  /// The English word, which works in every language.
  let name: String
  /// Other words for the same, Japanese ones among them.
  var aliases: [String] = []
  /// The screens on which it means this; empty for every screen.
  var screens: [ScreenName] = []
  /// What follows the name, for the help.
  var arguments = ""
  let english: String
  let japanese: String
  var options: [OptionEntry] = []
  /// How many words come before a text that is taken as it stands, to the end of the line; `nil` when all are words.
  var wordsBeforeText: Int?
  /// Makes the command from its arguments.
  let parse: @Sendable (inout Arguments) throws(CommandError) -> Command

  /// The name with what follows it.
  var usage: String {
    arguments.isEmpty ? name : "\(name) \(arguments)"
  }

  /// Whether it is available on `screen`.
  func belongs(to screen: ScreenName) -> Bool {
    screens.isEmpty || screens.contains(screen)
  }

  /// Whether `word`, already folded, names it.
  func isCalled(_ word: String) -> Bool {
    name == word || aliases.contains(word)
  }
}

/// One option of a command.
struct OptionEntry: Sendable {
  /// The name without its dashes.
  let name: String
  /// What stands for the value in the help; `nil` when the option has none.
  var value: String?
  let english: String
  let japanese: String

  /// The option as it is typed.
  var usage: String {
    value.map { "--\(name) \($0)" } ?? "--\(name)"
  }
}
