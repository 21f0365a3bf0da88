import Signals

@testable import QuizKit
@testable import QuizSupport

/// A view-model with a record of everything that it emitted, for tests of a screen.
final class Screen<Model: ViewModel> {
  let model: Model
  private(set) var states: [Model.State] = []
  private(set) var refusals: [any ReportableError] = []
  private let bag = DisposeBag()

  init(_ model: Model) {
    self.model = model
    model.states.observe { [unowned self] in states.append($0) }.disposed(by: bag)
    model.refusals.observe { [unowned self] in refusals.append($0) }.disposed(by: bag)
  }

  /// The current state of the screen.
  var state: Model.State { states[states.count - 1] }

  /// The codes of the refusals, in order.
  var codes: [String] { refusals.map(\.message.code) }

  func run(_ commands: Model.Command...) {
    for command in commands { model.commands.emit(command) }
  }
}

extension LineNumbers: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) {
    self.init(value)
  }
}
