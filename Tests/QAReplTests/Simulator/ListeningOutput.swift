import Foundation

@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport
@testable import Terminal
@testable import qa_repl

/// Passes all output on, and keeps the codes of reports.
final class ListeningOutput: Output {
  private let output: any Output
  /// The codes of errors and warnings since the last ``take()``.
  private(set) var codes: [String] = []
  private var hasReceived = false
  private var didSynchronize = false

  init(_ output: any Output) {
    self.output = output
  }

  var strings: Strings {
    get { output.strings }
    set { output.strings = newValue }
  }

  /// Returns the codes since the last call, whether a folder was synchronized, and whether changes
  /// of other devices were taken over.
  func take() -> (codes: [String], didSynchronize: Bool, hasReceived: Bool) {
    defer { (codes, didSynchronize, hasReceived) = ([], false, false) }
    return (codes, didSynchronize, hasReceived)
  }

  func hello(_ greeting: Greeting) { output.hello(greeting) }

  func notice(_ notice: StoreNotice, at time: Duration) {
    codes.append(notice.code)
    output.notice(notice, at: time)
  }

  func echo(_ line: String) { output.echo(line) }

  func show(_ state: any Viewable, _ occasion: Occasion, at time: Duration) {
    output.show(state, occasion, at: time)
  }

  func report(_ report: any Report, at time: Duration) {
    for line in report.problemLines(in: .english) {
      for level in ["error[", "warning[", "skipped["] {
        guard let start = line.range(of: level)?.upperBound else { continue }
        codes.append(String(line[start...].prefix { $0 != "]" }))
      }
    }
    if let outcome = report as? SyncOutcome {
      didSynchronize = true
      if outcome.received + outcome.replaced > 0 { hasReceived = true }
    }
    output.report(report, at: time)
  }

  func help(_ topic: HelpTopic, at time: Duration) { output.help(topic, at: time) }

  func failure(_ error: any ReportableError, place: Place?, at time: Duration) {
    hear(error)
    output.failure(error, place: place, at: time)
  }

  func warning(_ error: any ReportableError, place: Place?, at time: Duration) {
    hear(error)
    output.warning(error, place: place, at: time)
  }

  /// Keeps the code of an error, and the code of the store's error behind a failed save, because
  /// that may be a contradiction that the program itself has caused.
  private func hear(_ error: any ReportableError) {
    codes.append(error.code)
    switch error {
    case SaveFailure.store(let reason), DeletionFailure.store(let reason): codes.append(reason.code)
    default: break
    }
  }

  func end(errors: Int, exit: ExitCode, at time: Duration) {
    output.end(errors: errors, exit: exit, at: time)
  }
}
