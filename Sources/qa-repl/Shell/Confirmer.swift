import QuizKit
import QuizSupport
import Signals

/// Holds commands that destroy something until the user has confirmed them.
final class Confirmer {
  /// What to do with commands that destroy something.
  var caution = Caution.refuse
  /// The question that waits for an answer, now and after each change. While there is one, the next
  /// line is its answer.
  var questions: Signal<YesNo?> { asked.signal }
  /// The question that waits for its answer.
  var held: YesNo? { asked.value }
  /// Emits each command that the user has confirmed.
  var confirmations: Signal<Command> { confirmed.signal }

  private let presenter: ScreenPresenter
  private let output: any Output
  private let reporter: Reporter
  private let asked = BehaviorSubject<YesNo?>(nil)
  private let confirmed = PublishSubject<Command>()
  private let bag = DisposeBag()

  init(_ presenter: ScreenPresenter, output: any Output, reporter: Reporter) {
    (self.presenter, self.output, self.reporter) = (presenter, output, reporter)
    presenter.departures.observe { [unowned self] in withdraw() }.disposed(by: bag)
  }

  /// Whether `command` may run now. Otherwise it is refused, or it waits for the user's answer.
  func allows(_ command: Command) -> Bool {
    question(before: command).map { allows(command, asking: $0) } ?? true
  }

  /// Whether a `command` that needs confirmation may run now. Otherwise asks `question`, or fails
  /// when no person can be asked.
  func allows(_ command: Command, asking question: String) -> Bool {
    switch caution {
    case .none: return true
    case .refuse where discardsText(command):
      reporter.fail(UnsavedText(screen: presenter.screen))
    case .refuse: reporter.fail(ConfirmRequired(question: question))
    case .ask: ask(YesNo(question) { [unowned self] in if $0 { confirmed.emit(command) } })
    }
    return false
  }

  /// Asks `question`. The next line is its answer.
  func ask(_ question: YesNo) {
    asked.emit(question)
  }

  /// Withdraws the question, because what it asks about is no longer in front.
  func withdraw() {
    if held != nil { asked.emit(nil) }
  }

  /// The question to ask before `command`; `nil` when it needs no confirmation.
  private func question(before command: Command) -> String? {
    if discardsText(command) { return output.strings.discardUnsaved }
    let front = presenter.front
    switch command {
    case .screen(let own):
      let reminder = caution == .ask ? front?.reminder(own, output.strings) : nil
      return front?.question(own, output.strings) ?? reminder
    case .undo:
      return front?.undoHistory.nextFromBefore.map { output.strings.takeBack($0) }
    default: return nil
    }
  }

  private func discardsText(_ command: Command) -> Bool {
    presenter.state?.isUnsaved == true && command.leavesScreen
  }
}
