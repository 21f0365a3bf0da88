import QuizKit

/// One screen of the program. Its file holds everything about it except its view-model: its
/// commands, how to make it, how it looks, and its texts.
struct Screen: Sendable {
  /// The screen's name in scripts.
  let name: ScreenName
  /// The screen's own commands and the ones that open it, in the order of the help.
  let commands: [CommandEntry]
  /// Makes the screen for a route, or returns `nil` for another screen's route.
  let front: @Sendable (Route, Models) throws -> Front?

  init(
    _ name: ScreenName, commands: [CommandEntry],
    front: @escaping @Sendable (Route, Models) throws -> Front?
  ) {
    self.name = name
    self.commands = commands
    self.front = front
  }

  /// Every screen, in the order in which the help lists their commands.
  static let all = [
    start, quiz, confirm, result, manage, register, decks, search, timer, notes, history,
    statistics,
    review,
  ]

}

extension CommandTable {
  /// The commands of `screens`.
  init(_ screens: [Screen]) {
    self.init(screens: screens.map(\.name), commands: screens.flatMap(\.commands))
  }
}
