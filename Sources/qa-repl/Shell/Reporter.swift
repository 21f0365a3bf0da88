import QuizKit
import QuizStore
import QuizSupport
import Signals

/// Writes failures and the results of commands, with the place in the script and the time, and
/// counts them for the last line of the output and the exit code.
final class Reporter {
  /// The location of the current command.
  var place: Place?
  /// Whether the exit code says that an exam was not passed (`--require-pass`).
  var requiresPass = false
  /// The commands that failed.
  private(set) var failures = 0

  private let output: any Output
  private let clock: any TimeScheduler
  /// The failures during an undo or redo, collected until its result is known; `nil` at all other
  /// times.
  private var aftermath: [any ReportableError]?
  /// The errors that reports of imports, exports and the like have listed. They do not stop a
  /// script.
  private var listed = 0
  private var first: ExitCode?
  private var failsExam = false
  /// Whether the exam that was in front last has no result yet.
  private var hasOpenExam = false

  init(output: any Output, clock: any TimeScheduler) {
    (self.output, self.clock) = (output, clock)
  }

  /// All errors.
  var errors: Int { failures + listed }
  /// The exit code of the first failure, or that of a report with errors, or success.
  var exit: ExitCode { first ?? (listed > 0 || lacksPass ? .commandFailed : .success) }
  /// Whether an exam had to be passed and was not.
  var lacksPass: Bool { requiresPass && (failsExam || hasOpenExam) }

  /// Reports a failure and counts it. During an undo or redo it is collected instead.
  func fail(_ error: any ReportableError, at place: Place? = nil) {
    if aftermath != nil {
      aftermath?.append(error)
      return
    }
    if first == nil { first = ExitCode(error) }
    failures += 1
    // A filter whose reader has gone ends without a word; its exit code says it.
    if (error as? UserFileError)?.isOutputClosed == true { return }
    output.failure(error, place: place ?? self.place, at: clock.now)
  }

  /// Reports a problem that does not make the command fail.
  func warn(_ error: any ReportableError) {
    output.warning(error, place: place, at: clock.now)
  }

  /// Writes the result of a command that no screen shows.
  func report(_ report: any Report) {
    listed += report.errors
    if let exam = report as? ExpiredExam { close(exam.score.passed) }
    output.report(report, at: clock.now)
  }

  /// Follows the exams by what is shown of them.
  func follow(_ state: (any Viewable)?) {
    guard requiresPass else { return }
    if (state as? QuizState)?.isExam == true { hasOpenExam = true }
    if let passed = (state as? ResultState)?.passed { close(passed) }
  }

  private func close(_ passed: Bool) {
    hasOpenExam = false
    if !passed { failsExam = true }
  }

  /// Runs `work` and returns `.failed` if it reported a failure.
  func outcome(of work: () -> Void) -> Outcome {
    let before = failures
    work()
    return failures == before ? .done : .failed
  }

  /// Runs an undo or redo. If it succeeds but a screen cannot show the result, that is only a
  /// warning.
  func collect(during reversal: () -> Void) {
    aftermath = []
    reversal()
    for error in takeAftermath() { warn(error) }
  }

  /// The undo or redo failed, so the failures collected during it are failures too.
  func failReversal(_ refusal: any ReportableError) {
    let others = takeAftermath()
    fail(refusal)
    for error in others { fail(error) }
  }

  private func takeAftermath() -> [any ReportableError] {
    defer { aftermath = nil }
    return aftermath ?? []
  }
}

/// How a command ended.
enum Outcome {
  /// It was carried out, or it waits for confirmation.
  case done
  /// A failure was reported.
  case failed
}

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

/// The form of a line that failed while a script goes on (`--keep-going`).
private struct FailedForm {
  /// The screen of the form.
  let screen: ScreenName
  /// The location of the failed line.
  let place: Place
  /// Whether the form is still open with its text, because saving it failed. Later lines may
  /// correct it. A form in which another line failed is closed: the text that the line should have
  /// written is missing, and the lines after it must not be written into another form.
  let isOpen: Bool
  /// Whether saving the form would have emptied it for the next record.
  let isForAdding: Bool

  /// Whether `command` belongs to the closed form and must not be carried out.
  func refuses(_ command: Command) -> Bool {
    !isOpen && [.writing, .saving, .adding].contains(command.partInForm)
  }
}

extension Command {
  /// The effect of this command on the form in front; `nil` when it does not concern forms.
  var partInForm: PartInForm? {
    guard case .screen(let command) = self else { return nil }
    return command.command.partInForm
  }

  /// Whether the command has nothing to do with forms and leaves an open one as it is.
  var leavesFormsAlone: Bool {
    switch self {
    case .help, .state, .language, .advance: true
    default: false
    }
  }
}

/// The error for a line that belongs to a form which is not open, because an earlier line failed.
struct FormNotOpen: ReportableError, Equatable {
  /// The location of the earlier line.
  let failed: Place

  var message: Message {
    Message(
      "form-not-open", "Not done: \(failed.text) failed, so its form is not open.",
      "\(failed.text) が失敗してフォームが開いていないため、この行は実行しませんでした。")
  }
}
