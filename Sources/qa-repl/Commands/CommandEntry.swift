import QuizKit
import QuizSupport

/// Everything a person can ask for, by key, script line or program argument.
enum Command: Equatable {
  /// Explain the commands of this screen, or one command.
  case help(String?)
  /// Go to the screen before this one.
  case back
  /// Go to the start screen.
  case home
  /// Open a screen.
  case open(Destination)
  /// Undo the last change of the bank.
  case undo
  /// Undo the last changes of the bank.
  case undoLast(Int)
  /// Redo the last undone change.
  case redo
  /// Leave the program.
  case quit
  /// Show the current state again.
  case state
  /// Move the virtual clock forward.
  case advance(Duration)
  /// Switch to another language.
  case language(Language)
  /// A command that has the same effect on every screen and does not concern any, such as an
  /// import.
  case application(ApplicationCommand)
  /// A command of the screen in front, such as `TimerCommand.start`.
  case screen(CommandOfScreen)

  /// A command of the screen in front, such as `TimerCommand.start`.
  static func screen(_ command: some ScreenCommand) -> Command {
    .screen(CommandOfScreen(command: command))
  }
}

/// A command of one screen, such as `TimerCommand.start`.
protocol ScreenCommand: Equatable, Sendable {
  /// The effect of the command on a form; `nil` when it does not concern one.
  var partInForm: PartInForm? { get }
}

extension ScreenCommand {
  /// By default a command does not concern a form.
  var partInForm: PartInForm? { nil }

  fileprivate func isEqual(to other: any ScreenCommand) -> Bool { self == other as? Self }
}

/// A command of a screen whose state is a list.
protocol ListCommand: ScreenCommand {
  /// Moves through the list.
  static func move(_ move: ListMove) -> Self
}

/// The effect of a command on a form.
enum PartInForm {
  /// It opens a form.
  case opening
  /// It fills in a field.
  case writing
  /// It saves the form or resolves a save conflict.
  case saving
  /// It saves the form and empties it for the next record.
  case adding
  /// It closes the form without saving.
  case closing
}

/// A command of the screen in front, whichever that is.
struct CommandOfScreen: Equatable {
  let command: any ScreenCommand

  static func == (left: Self, right: Self) -> Bool { left.command.isEqual(to: right.command) }
}

extension Never: ScreenCommand {}

/// A screen that a command can open, together with its arguments. Each screen's file declares its
/// own.
struct Destination: Equatable {
  /// Makes the screen's route. `front` is the route of the screen in front.
  let route: (_ models: Models, _ front: any Route) throws -> any Route

  /// The command that the screen carries out before it is shown; `nil` for none.
  let first: CommandOfScreen?

  private let screen: ScreenName
  private let arguments: [AnyHashable]

  /// - Parameters:
  ///   - arguments: Everything that `route` depends on. Two destinations on the same screen with
  ///     equal arguments are equal.
  ///   - first: A command of the screen that it carries out before it is shown.
  init(
    _ screen: ScreenName, _ arguments: AnyHashable..., first: CommandOfScreen? = nil,
    route: @escaping (_ models: Models, _ front: any Route) throws -> any Route
  ) {
    self.screen = screen
    self.first = first
    self.arguments = arguments
    self.route = route
  }

  static func == (left: Destination, right: Destination) -> Bool {
    left.screen == right.screen && left.arguments == right.arguments
      && left.first == right.first
  }
}

/// The subject of a command, by which a list of commands is grouped.
enum CommandGroup: CaseIterable {
  /// The row that is chosen.
  case row
  /// The screen in front.
  case screen
  /// Playing a quiz or an exam.
  case play
  /// Writing questions, notes and exams.
  case write
  /// Looking something up.
  case look
  /// The bank as a whole, and the program.
  case bank

  /// The name for people.
  func name(in language: Language) -> String {
    switch self {
    case .row: language.text("this row", "この行")
    case .screen: language.text("this screen", "この画面")
    case .play: language.text("play", "出題")
    case .write: language.text("write", "作成")
    case .look: language.text("look", "表示")
    case .bank: language.text("bank", "データ")
    }
  }
}

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
  /// The group of the command; `nil` where that follows from where it can be given. See
  /// ``subject``.
  var group: CommandGroup?
  /// Whether only scripts need the command, because a person at a terminal has a key for it.
  var isForScripts = false
  /// What follows the command when it is the only one, in the program's arguments.
  var alone = Alone.ends
  /// The effect on the row that is chosen in a list, for a command that takes the number or the
  /// name of the row.
  var onRow: Explanation?
  /// Turns the arguments into the command.
  let parse: @Sendable (inout Arguments) throws(CommandError) -> Command

  /// How the program goes on after a command that its arguments are.
  enum Alone: Sendable {
    /// The program ends.
    case ends
    /// The program ends, and as nothing is changed, it needs no lock on the bank.
    case endsWithoutChange
    /// Lines of standard input are the answers, or the fields of a form.
    case takesInput
  }

  /// A text about an effect, in both languages.
  struct Explanation: Sendable {
    let english, japanese: String

    init(_ english: String, _ japanese: String) {
      (self.english, self.japanese) = (english, japanese)
    }
  }

  /// The group of the command: a command of some screens is about these, and one that can be given
  /// everywhere shows something, unless it says otherwise.
  var subject: CommandGroup { group ?? (isEverywhere ? .look : .screen) }

  /// The same command in a group.
  func grouped(_ group: CommandGroup) -> CommandEntry {
    var entry = self
    entry.group = group
    return entry
  }

  /// The same command, which goes on like this when it is the only one.
  func alone(_ alone: Alone) -> CommandEntry {
    var entry = self
    entry.alone = alone
    return entry
  }

  /// The same command, offered to scripts only.
  var forScripts: CommandEntry {
    var entry = self
    entry.isForScripts = true
    return entry
  }

  /// The name that a person who speaks this language reads. It works as well as ``name``.
  func word(in language: Language) -> String {
    guard language == .japanese else { return name }
    return aliases.first { $0.contains { !$0.isASCII } } ?? name
  }

  /// The effect, in this language.
  func explanation(in language: Language) -> String { language.text(english, japanese) }

  /// The placeholders of the arguments without brackets, and whether each has to be given.
  var placeholders: [(name: String, isRequired: Bool)] {
    arguments.split(separator: " ").map { word in
      (word.filter { !"[]…".contains($0) }, word.first != "[")
    }
  }

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

/// A screen's name in scripts and for people.
struct ScreenTitle: Equatable, Sendable {
  let name: ScreenName
  let english, japanese: String

  /// The name for people.
  func text(in language: Language) -> String { language.text(english, japanese) }
}
