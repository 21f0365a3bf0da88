import QuizSupport

/// Counts the failures of a run, for the last line of the output and the exit code.
struct FailureTally {
  /// The commands that failed.
  private(set) var failures = 0
  /// The errors that reports of imports, exports and the like have listed. They do not stop a
  /// script.
  private var listed = 0
  private var first: ExitCode?

  /// All errors.
  var errors: Int { failures + listed }
  /// The exit code of the first failure, or that of a report with errors, or success.
  var exit: ExitCode { first ?? (listed > 0 ? .commandFailed : .success) }

  /// Counts a failure.
  mutating func add(_ failure: any ReportableError) {
    if first == nil { first = ExitCode(failure) }
    failures += 1
  }

  /// Counts the errors of a report.
  mutating func add(_ report: any Report) { listed += report.errors }
}
