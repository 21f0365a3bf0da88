import QuizKit
import QuizSupport

/// Counts the failures of a run, for the last line of the output and the exit code.
struct FailureTally {
  /// The commands that failed.
  private(set) var failures = 0
  /// The errors that reports of imports, exports and the like have listed. They do not stop a
  /// script.
  private var listed = 0
  private var first: ExitCode?
  /// Whether the exit code says that an exam was not passed (`--require-pass`).
  var requiresPass = false
  private var failsExam = false
  /// Whether the exam that was in front last has no result yet.
  private var hasOpenExam = false

  /// All errors.
  var errors: Int { failures + listed }
  /// The exit code of the first failure, or that of a report with errors, or success.
  var exit: ExitCode { first ?? (listed > 0 || lacksPass ? .commandFailed : .success) }
  /// Whether an exam had to be passed and was not.
  var lacksPass: Bool { requiresPass && (failsExam || hasOpenExam) }

  /// Counts a failure.
  mutating func add(_ failure: any ReportableError) {
    if first == nil { first = ExitCode(failure) }
    failures += 1
  }

  /// Counts the errors of a report.
  mutating func add(_ report: any Report) {
    listed += report.errors
    if let exam = report as? ExpiredExam { close(exam.score.passed) }
  }

  /// Follows the exams by what is shown of them.
  mutating func follow(_ state: (any Viewable)?) {
    guard requiresPass else { return }
    if (state as? QuizState)?.isExam == true { hasOpenExam = true }
    if let passed = (state as? ResultState)?.passed { close(passed) }
  }

  private mutating func close(_ passed: Bool) {
    hasOpenExam = false
    if !passed { failsExam = true }
  }
}
