import QuizKit

/// Commands that need a yes: asked for, taken for given, or refused.
extension Shell {
  /// Carries `command` out if a yes was given beforehand, else asks for it, or refuses where nobody can be asked.
  func confirm(_ command: Command, _ question: String) throws(CommandError) {
    switch caution {
    case .none: try perform(command)
    case .refuse: fail(ConfirmRequired(question: question))
    case .ask:
      held = HeldCommand(
        command: command, question: "\(question.sanitisedLine) \(output.strings.yesOrNo)")
    }
  }

  /// A command was not carried out. Some only need a yes.
  func take(refusal: any ReportableError) {
    guard let command = Command(confirming: refusal) else { return fail(refusal) }
    do throws(CommandError) {
      try confirm(command, refusal.text(in: output.strings.language))
    } catch {
      fail(error)
    }
  }

  func take(answer: String, to question: HeldCommand, at place: Place?) {
    held = nil
    guard HeldCommand.isYes(answer) else { return }
    self.place = place
    defer { self.place = nil }
    do throws(CommandError) {
      try perform(question.command)
    } catch {
      fail(error)
    }
  }

  func question(before command: Command) -> String? {
    guard let state else { return nil }
    if state.isUnsaved, command.leavesScreen { return output.strings.discardUnsaved }
    return state.question(before: command, output.strings)
  }
}
