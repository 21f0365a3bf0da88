import QuizKit
import QuizSupport

/// Handles commands that need confirmation: runs them if `--yes` was given, asks, or refuses.
extension Shell {
  /// Runs `command` if it is confirmed in advance, otherwise asks `question`, or fails when no
  /// person can be asked.
  func confirm(_ command: Command, _ question: String) {
    switch caution {
    case .none: perform(command)
    case .refuse where discardsText(command): reporter.fail(UnsavedText(screen: screen))
    case .refuse: reporter.fail(ConfirmRequired(question: question))
    case .ask: ask(YesNo(question) { [unowned self] in if $0 { perform(command) } })
    }
  }

  /// Handles a refused command.
  func take(refusal: any ReportableError) {
    // Having nothing to review is an answer and not a failure.
    if case BankError.nothingDue(let next) = refusal {
      return reporter.report(
        NothingDue(next: next, text: output.strings(refusal)))
    }
    reporter.fail(refusal)
  }

  /// The question to ask before `command`; `nil` when it needs no confirmation.
  func question(before command: Command) -> String? {
    if discardsText(command) { return output.strings.discardUnsaved }
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
    state?.isUnsaved == true && command.leavesScreen
  }
}
