import QuizKit

/// What happens to an open form when a script continues after a failed line. In interactive use the
/// form just stays open.
extension Shell {
  /// The outcome of a `command` that must not run, because it belongs to the form that a failed
  /// line lost. `nil` when the command may run.
  func outcomeOfLostForm(for command: Command) -> Outcome? {
    guard let form = abandoned else { return nil }
    guard form.screen == screen else {
      abandoned = nil
      return nil
    }
    if form.refuses(command) {
      reporter.fail(FormNotOpen(failed: form.place))
      // This command would have finished the question, so the next line starts a new one.
      if command.partInForm == .adding { abandoned = nil }
      return .failed
    }
    if form.isContested, [.opening, nil].contains(command.partInForm), !command.leavesFormsAlone {
      closeForm()
      abandoned = AbandonedForm(screen: screen, place: form.place, isContested: false)
    }
    // The form is closed already, so cancelling it is done.
    if command.partInForm == .closing, !form.isContested {
      abandoned = nil
      return .done
    }
    return nil
  }

  /// Closes the form in front after `command` failed. `command` is `nil` when the line could not be
  /// parsed.
  func abandonForm(after command: Command?) {
    guard abandonsForms, let place = reporter.place else { return }
    if command?.partInForm == .adding {
      // The next line starts the next question.
      closeForm()
      abandoned = nil
    } else if let abandoned, !abandoned.isContested, abandoned.screen == screen {
      // An earlier failure has already closed the form.
    } else if let form = state as? any Fillable {
      let isContested = command?.partInForm == .saving && form.isContested
      if !isContested { closeForm() }
      abandoned = AbandonedForm(screen: screen, place: place, isContested: isContested)
    }
  }

  /// Forgets a lost form after `command` succeeded, if the command opened another form, left the
  /// form's screen or resolved its conflict.
  func keepForm(after command: Command) {
    if command.partInForm == .opening || abandoned?.screen != screen
      || abandoned?.isContested == true,
      !command.leavesFormsAlone
    {
      abandoned = nil
    }
  }

  /// Closes the form in front and reports unsaved input that is lost with it.
  private func closeForm() {
    guard let form = state as? any Fillable, let closing = form.closing else { return }
    if form.isUnsaved { reporter.fail(UnsavedTextDiscarded(screen: screen)) }
    _ = front?.perform(closing)
  }
}
