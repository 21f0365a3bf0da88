import QuizKit

/// Commands that need a yes: asked for, taken for given, or refused.
extension Shell {
  /// Carries `command` out if a yes was given beforehand, else asks for it, or refuses where nobody can be asked.
  func confirm(_ command: Command, _ question: String) {
    switch caution {
    case .none: perform(command)
    case .refuse: fail(ConfirmRequired(question: question))
    case .ask: ask(YesNo(question) { [unowned self] in if $0 { perform(command) } })
    }
  }

  /// A command was not carried out. Some only need a yes.
  func take(refusal: any ReportableError) {
    guard let command = Command(confirming: refusal) else { return fail(refusal) }
    confirm(command, refusal.text(in: output.strings.language))
  }

  /// What has to be asked before `command` is carried out; `nil` when it may simply be done.
  func question(before command: Command) -> String? {
    guard let state else { return nil }
    if state.isUnsaved, command.leavesScreen { return output.strings.discardUnsaved }
    return state.question(before: command, output.strings)
  }
}
