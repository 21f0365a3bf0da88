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
