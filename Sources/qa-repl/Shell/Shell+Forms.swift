import QuizKit

/// What becomes of an open form where a script goes on after a line that failed. A person at a prompt keeps it and tries again.
extension Shell {
  /// What comes of `command` without its being carried out, because of the form that a failed line has left; `nil` when it may be.
  func outcomeOfLostForm(for command: Command) -> Outcome? {
    guard let form = abandoned else { return nil }
    guard form.screen == screen else {
      abandoned = nil
      return nil
    }
    if form.refuses(command) {
      fail(FormNotOpen(failed: form.place))
      // It would have ended the question; the next line begins another.
      if command == .register(.register) { abandoned = nil }
      return .failed
    }
    if form.isContested, command.partInForm == nil, !command.leavesFormsAlone {
      closeForm()
      abandoned = AbandonedForm(screen: screen, place: form.place, isContested: false)
    }
    // What was given up is closed already.
    if command.partInForm == .giving, !form.isContested {
      abandoned = nil
      return .done
    }
    return nil
  }

  /// Puts away the form in front after `command` failed; `nil` when its line was none.
  func abandonForm(after command: Command?) {
    guard abandonsForms, let place else { return }
    if command == .register(.register) {
      // The next line begins the next question.
      closeForm()
      abandoned = nil
    } else if let abandoned, !abandoned.isContested, abandoned.screen == screen {
      // Refused for what failed before.
    } else if [.manage, .register, .notes].contains(screen) {
      let isContested = command?.partInForm == .saving && state?.isContested == true
      if !isContested { closeForm() }
      abandoned = AbandonedForm(screen: screen, place: place, isContested: isContested)
    }
  }

  /// A command was carried out: what it opened may be written in.
  func keepForm(after command: Command) {
    if command.opensForm || abandoned?.screen != screen || abandoned?.isContested == true,
      !command.leavesFormsAlone
    {
      abandoned = nil
    }
  }

  /// Closes the form in front; what is lost with it is said.
  private func closeForm() {
    guard let state, let closing = state.closing else { return }
    if state.isUnsaved { fail(UnsavedTextDiscarded(screen: screen)) }
    _ = front?.perform(closing)
  }
}
