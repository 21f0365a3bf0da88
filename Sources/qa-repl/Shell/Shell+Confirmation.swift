import QuizKit
import QuizSupport

/// Handles commands that need confirmation: runs them if `--yes` was given, asks, or refuses.
extension Shell {
  /// Runs `command` if it is confirmed in advance, otherwise asks `question`, or fails when there
  /// is nobody to ask.
  func confirm(_ command: Command, _ question: String) {
    switch caution {
    case .none: perform(command)
    case .refuse where discardsText(command): reporter.fail(UnsavedText(screen: screen))
    case .refuse: reporter.fail(ConfirmRequired(question: question))
    case .ask: ask(YesNo(question) { [unowned self] in if $0 { perform(command) } })
    }
  }

  /// Handles a refused command. Some only need confirmation; the others are failures.
  func take(refusal: any ReportableError) {
    // That there is nothing to review is an answer and no failure.
    if case BankError.nothingDue(let next) = refusal {
      return reporter.report(
        NothingDue(next: next, text: output.strings(refusal)))
    }
    guard let command = Command(confirming: refusal) else { return reporter.fail(refusal) }
    confirm(command, output.strings(refusal))
  }

  /// The question to ask before `command`; `nil` when it needs no confirmation.
  func question(before command: Command) -> String? {
    guard let state else { return nil }
    if discardsText(command) { return output.strings.discardUnsaved }
    switch command {
    case .screen(let own):
      let reminder = caution == .ask ? state.reminder(before: own, output.strings) : nil
      return state.question(before: own, output.strings) ?? reminder
    case .undo:
      return front?.undoHistory.nextFromBefore.map { output.strings.takeBack($0) }
    default: return nil
    }
  }

  private func discardsText(_ command: Command) -> Bool {
    state?.isUnsaved == true && command.leavesScreen
  }
}
