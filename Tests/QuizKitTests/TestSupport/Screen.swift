import Signals

@testable import QuizKit
@testable import QuizSupport

/// A view-model with a record of everything that it emitted, for tests of a screen.
final class Screen<Command, State: ScreenState> {
  let model: ScreenModel<Command, State>
  private(set) var states: [State] = []
  private(set) var refusals: [any ReportableError] = []
  private let bag = DisposeBag()

  init(_ model: ScreenModel<Command, State>) {
    self.model = model
    model.states.observe { [unowned self] in states.append($0) }.disposed(by: bag)
    model.refusals.observe { [unowned self] in refusals.append($0) }.disposed(by: bag)
  }

  /// The current state of the screen.
  var state: State { states[states.count - 1] }

  /// The codes of the refusals, in order.
  var codes: [String] { refusals.map(\.message.code) }

  func run(_ commands: Command...) {
    for command in commands { model.commands.emit(command) }
  }
}

extension LineNumbers: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) {
    self.init(value)
  }
}
