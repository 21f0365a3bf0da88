import Signals

/// A screen to bring to the front, together with the model that it shows. Each view-model's file
/// declares the route to its screen, which is a ``ScreenRoute`` unless the router has to know more.
public protocol Route {
  /// The state of the screen.
  associatedtype State: ScreenState

  /// The quiz that the screen is a part of; `nil` for all other screens.
  var quiz: QuizSession? { get }

  /// Emits the route to another screen when the model opens one; `nil` for a model that never does.
  var onward: Signal<any Route>? { get }
}

extension Route {
  /// The screen's name.
  public var screen: ScreenName { State.screen }

  /// Whether one does not come back to the screen from a quiz.
  var isPassing: Bool { State.isPassing }

  /// By default the screen is not part of a quiz.
  public var quiz: QuizSession? { nil }

  /// By default the model opens no other screen.
  public var onward: Signal<any Route>? { nil }
}

/// The route to the screen with `State`, which shows a `Model`.
public struct ScreenRoute<State: ScreenState, Model>: Route {
  /// The model that the screen shows.
  public let model: Model

  /// Creates the route to the screen that shows `model`.
  public init(_ model: Model) {
    self.model = model
  }
}

extension ScreenRoute where Model == Void {
  /// Creates the route to a screen that always shows the same model.
  public init() {
    self.init(())
  }
}
