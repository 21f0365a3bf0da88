import QuizKit
import QuizSupport
import Signals

/// Shows the screen in front, whichever that is: one line of text for each state.
final class Desk {
  /// The router. Commands to it open screens.
  let navigator: Navigator
  /// The question on the screen; `nil` while another screen is in front.
  private(set) var quiz: QuizViewModel?
  /// The list of answers; `nil` while another screen is in front.
  private(set) var answers: ConfirmViewModel?
  /// The timer; `nil` while another screen is in front.
  private(set) var timer: TimerViewModel?

  private let models: Models
  private var screen: [Any] = []
  private let bag = DisposeBag()

  init(_ models: Models) {
    self.models = models
    navigator = Navigator(quizzes: models.quizzes)
    navigator.refusals.observe { print("!", $0.message.code) }.disposed(by: bag)
    navigator.routes.observe { [unowned self] in bring($0) }.disposed(by: bag)
  }

  private func bring(_ route: any Route) {
    (quiz, answers, timer) = (nil, nil, nil)
    switch route {
    case let route as QuizRoute:
      quiz = show(QuizViewModel(session: route.model)) { state in
        let choices = state.choices.enumerated().map { "\($0 + 1) \($1)" }
        return "\(state.index)/\(state.count) \(state.question ?? "")  "
          + choices.joined(separator: "  ")
      }
    case let route as ConfirmRoute:
      answers = show(ConfirmViewModel(session: route.model)) { "\($0.unanswered) unanswered" }
    case let route as ResultRoute:
      show(ResultViewModel(session: route.model, quizzes: models.quizzes)) {
        "\($0.score) of \($0.count) right in \($0.seconds) s"
      }
    case let route as TimerRoute:
      timer = show(TimerViewModel(timer: route.model, scheduler: models.world.scheduler)) {
        "\($0.remaining) s" + ($0.alert ? ", time is up" : $0.running ? ", running" : "")
      }
    default: showStart()
    }
  }

  private func showStart() {
    do {
      show(try StartViewModel(models)) {
        "\($0.questions) questions in \($0.decks.count) decks"
      }
    } catch {
      print("!", error)
    }
  }

  /// Prints each state of a screen, and why a command was refused.
  @discardableResult
  private func show<Command, State, Model: ScreenModel<Command, State>>(
    _ model: Model, _ text: @escaping (State) -> String
  ) -> Model {
    screen = [
      model, model.states.observe { print(State.screen.rawValue + ":", text($0)) },
      model.refusals.observe { print("!", $0.message.code) },
      model.notices.observe { print("-", $0.message.code) },
    ]
    return model
  }
}
