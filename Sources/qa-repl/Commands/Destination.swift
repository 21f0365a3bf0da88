import QuizKit

/// A screen that a command can open, together with its arguments. Each screen's file declares its
/// own.
struct Destination: Equatable {
  /// Makes the screen's route. `front` is the route of the screen in front.
  let route: (_ models: Models, _ front: any Route) throws -> any Route

  private let screen: ScreenName
  private let arguments: AnyEquatable

  /// - Parameter arguments: Tells apart two destinations on the same screen.
  init(
    _ screen: ScreenName, _ arguments: some Equatable = true,
    route: @escaping (_ models: Models, _ front: any Route) throws -> any Route
  ) {
    self.screen = screen
    self.arguments = AnyEquatable(arguments)
    self.route = route
  }

  static func == (left: Destination, right: Destination) -> Bool {
    left.screen == right.screen && left.arguments == right.arguments
  }
}
