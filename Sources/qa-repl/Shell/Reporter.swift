import QuizKit
import QuizSupport
import Signals

/// Writes failures and the results of commands, with the place in the script and the time, and
/// counts them.
final class Reporter {
  /// The location of the current command.
  var place: Place?
  /// The failures and errors counted so far.
  var tally = FailureTally()

  private let output: any Output
  private let clock: any TimeScheduler
  /// The failures during an undo or redo, collected until its result is known; `nil` at all other
  /// times.
  private var aftermath: [any ReportableError]?
  /// How the command under way has ended so far.
  private var outcome = Outcome.done

  init(output: any Output, clock: any TimeScheduler) {
    (self.output, self.clock) = (output, clock)
  }

  /// Reports a failure and counts it. During an undo or redo it is collected instead.
  func fail(_ error: any ReportableError, at place: Place? = nil) {
    if aftermath != nil {
      aftermath?.append(error)
      return
    }
    tally.add(error)
    outcome = .failed
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
    tally.add(report)
    output.report(report, at: clock.now)
  }

  /// Runs `work` and returns `.failed` if it reported a failure.
  func outcome(of work: () -> Void) -> Outcome {
    outcome = .done
    work()
    return outcome
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
