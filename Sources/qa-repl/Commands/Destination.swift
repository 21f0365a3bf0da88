import QuizKit

/// A screen that a command can open, together with its arguments. Each screen's file declares its
/// own.
struct Destination: Equatable {
  /// Makes the screen's route. `front` is the route of the screen in front.
  let route: (_ models: Models, _ front: any Route) throws -> any Route

  /// The command that the screen carries out before it is shown; `nil` for none.
  let first: CommandOfScreen?

  private let screen: ScreenName
  private let arguments: String

  /// - Parameter arguments: Distinguishes two destinations on the same screen by the description of
  ///   their arguments.
  /// - Parameter first: A command of the screen that it carries out before it is shown.
  init(
    _ screen: ScreenName, _ arguments: some Any = (), first: CommandOfScreen? = nil,
    route: @escaping (_ models: Models, _ front: any Route) throws -> any Route
  ) {
    self.screen = screen
    self.first = first
    self.arguments = String(describing: arguments)
    self.route = route
  }

  static func == (left: Destination, right: Destination) -> Bool {
    left.screen == right.screen && left.arguments == right.arguments
      && left.first == right.first
  }
}
