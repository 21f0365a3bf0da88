import QuizKit

/// Decides what happens to an open form when a script continues after a failed line
/// (`--keep-going`). In interactive use the form just stays open.
final class FailedForms {
  private let presenter: ScreenPresenter
  private let reporter: Reporter
  private var isWatching = false
  /// The form in which a line failed.
  private var form: FailedForm?

  init(_ presenter: ScreenPresenter, _ reporter: Reporter) {
    (self.presenter, self.reporter) = (presenter, reporter)
  }

  /// Runs `script`, and watches the forms in which its lines fail.
  func watching(_ script: () -> Void) {
    isWatching = true
    defer { (isWatching, form) = (false, nil) }
    script()
  }

  /// The outcome of a `command` that must not run, because it belongs to a form that a failed line
  /// closed. `nil` when the command may run.
  func outcome(before command: Command) -> Outcome? {
    guard let form else { return nil }
    guard form.screen == presenter.screen else {
      self.form = nil
      return nil
    }
    if form.refuses(command) {
      reporter.fail(FormNotOpen(failed: form.place))
      // This command would have finished the question, so the next line starts a new one.
      if command.partInForm == .adding { self.form = nil }
      return .failed
    }
    if form.isOpen {
      if leaves(command, form) { leave(form) }
    } else if command.partInForm == .closing {
      // The form is closed already, so cancelling it is done.
      self.form = nil
      return .done
    }
    return nil
  }

  /// Keeps the form in front after saving it failed, or closes it after another line failed.
  ///
  /// - Parameter command: the line's command; `nil` when the line could not be parsed.
  func noteFailure(of command: Command?) {
    guard isWatching, let place = reporter.place, let state = presenter.state,
      type(of: state).hasForm
    else { return }
    let screen = presenter.screen
    // An earlier failure has already closed the form.
    if let form, !form.isOpen, form.screen == screen { return }
    let isSave = [.saving, .adding].contains(command?.partInForm)
    if !isSave { closeForm() }
    form = FailedForm(
      screen: screen, place: place, isOpen: isSave, isForAdding: command?.partInForm == .adding)
  }

  /// Forgets a failed form after `command` succeeded, if the command opened another form, left the
  /// form's screen, or saved or closed the form.
  func noteSuccess(of command: Command) {
    guard let form else { return }
    let isOver =
      switch command.partInForm {
      case .opening: true
      case .saving, .adding, .closing: form.isOpen
      case .writing, nil: false
      }
    if isOver || form.screen != presenter.screen { self.form = nil }
  }

  /// Whether `command` concerns something other than the form that could not be saved.
  private func leaves(_ command: Command, _ form: FailedForm) -> Bool {
    switch command.partInForm {
    case .opening: true
    case nil: !command.leavesFormsAlone
    case .writing: form.isForAdding && isNext(command)
    case .saving, .adding, .closing: false
    }
  }

  private func leave(_ form: FailedForm) {
    closeForm()
    // A form for adding is opened again at once, empty.
    self.form =
      form.isForAdding
      ? nil
      : FailedForm(screen: form.screen, place: form.place, isOpen: false, isForAdding: false)
  }

  private func isNext(_ command: Command) -> Bool {
    guard case .screen(let own) = command else { return false }
    return presenter.front?.isNext(own) ?? false
  }

  /// Closes the form in front and reports unsaved input that is lost with it.
  private func closeForm() {
    guard let state = presenter.state, let closing = state.closing else { return }
    if state.isUnsaved { reporter.fail(UnsavedTextDiscarded(screen: presenter.screen)) }
    _ = presenter.front?.perform(closing)
  }
}
