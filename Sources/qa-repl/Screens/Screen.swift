import QuizKit

/// One screen of the program. Its file holds everything about it except its view-model: its
/// commands, how to make it, how it looks, and its texts.
struct Screen: Sendable {
  /// The screen's name in scripts.
  let name: ScreenName
  /// The screen's name for people.
  let english, japanese: String
  /// The screen's own commands and the ones that open it, in the order of the help.
  let commands: [CommandEntry]
  /// The command for picking choices 1, 2, …; `nil` if the screen does not accept that many. There
  /// is no such function for a screen without choices.
  let choice: (@Sendable ([Int]) -> Command?)?
  /// Makes the screen for a route, or returns `nil` for another screen's route.
  let front: @Sendable (any Route, Models) throws -> FrontScreen?

  /// - Parameters:
  ///   - english: The screen's name for people, as shown before a command line.
  ///   - japanese: The same in Japanese.
  ///   - choice: The command of choice number N, from 1; `nil` for a screen without choices.
  ///   - choices: The same for a screen on which several choices can be picked at once.
  ///   - back: The command that `back` means in this state, such as closing an open item; `nil` to
  ///     leave the screen.
  ///   - undo: The changes that undo and redo on this screen concern: those of the bank, unless the
  ///     screen is about something else.
  ///   - viewModel: Makes the view-model for a route to this screen.
  init<Way: Route & SendableMetatype, Model: ViewModel & SendableMetatype>(
    english: String, japanese: String, commands: [CommandEntry],
    choice: (@Sendable (Int) -> Model.Command)? = nil,
    choices: (@Sendable ([Int]) -> Model.Command)? = nil,
    back: @escaping @Sendable (Model.State) -> Model.Command? = { _ in nil },
    undo: @escaping @Sendable (Models) -> UndoHistory = { $0.bank.undoHistory },
    viewModel: @escaping @Sendable (Way, Models) throws -> Model
  ) where Model.Command: ScreenCommand, Model.State == Way.State, Model.State: Viewable {
    name = Way.State.screen
    (self.english, self.japanese) = (english, japanese)
    self.commands = commands
    self.choice =
      if let choices {
        { .screen(choices($0)) }
      } else if let choice {
        { $0.count == 1 ? .screen(choice($0[0])) : nil }
      } else {
        nil
      }
    front = { route, models in
      guard let route = route as? Way else { return nil }
      return FrontScreen(try viewModel(route, models), undo: undo(models), back: back)
    }
  }

  /// The screen's names.
  var title: ScreenTitle { ScreenTitle(name: name, english: english, japanese: japanese) }

  /// Every screen, in the order in which the help lists their commands.
  static let all = [
    start, ways, quiz, confirm, result, manage, register, decks, search, timer, notes, history,
    statistics, review, exams, examForm, doctor, trash,
  ]
}

extension Strings {
  /// The name of a screen, as shown before a command line.
  func name(of screen: ScreenName) -> String {
    let known = Screen.all.first { $0.name == screen }
    return self(known?.english ?? screen.rawValue, known?.japanese ?? screen.rawValue)
  }
}

extension CommandTable {
  /// The commands of `screens`.
  init(_ screens: [Screen], hasVirtualClock: Bool = true) {
    let choices = screens.compactMap { screen in screen.choice.map { (screen.name, $0) } }
    self.init(
      screens: screens.map(\.title), commands: screens.flatMap(\.commands),
      choices: Dictionary(uniqueKeysWithValues: choices), hasVirtualClock: hasVirtualClock)
  }
}
