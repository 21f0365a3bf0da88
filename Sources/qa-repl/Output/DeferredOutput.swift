import QuizKit
import QuizStore
import QuizSupport

/// Keeps output until it is known where to show it.
///
/// A command in the program's arguments may open a screen, which is shown live, or do its work and
/// leave, which is shown as text. The two can be distinguished only when the command is done.
final class DeferredOutput: Output {
  var strings: Strings {
    get { target.strings }
    set {
      target.strings = newValue
      keep { $0.strings = newValue }
    }
  }

  private var target: any Output
  private var kept: [(any Output) -> Void]? = []
  private let progress: ProgressLine

  /// - Parameters:
  ///   - target: Shows everything at the end of the program, unless another output was chosen
  ///     before.
  ///   - progress: Shows meanwhile how far the work has come.
  init(_ target: any Output, progress: ProgressLine) {
    (self.target, self.progress) = (target, progress)
  }

  /// Shows in `output` everything that was kept, and everything from now on.
  func flow(into output: any Output) {
    progress.clear()
    target = output
    let calls = kept ?? []
    kept = nil
    for call in calls { call(output) }
  }

  private func keep(_ call: @escaping (any Output) -> Void) {
    guard kept == nil else {
      kept?.append(call)
      return
    }
    call(target)
  }

  func hello(_ greeting: Greeting) { keep { $0.hello(greeting) } }

  func notice(_ notice: StoreNotice, at time: Duration) {
    keep { $0.notice(notice, at: time) }
  }

  func echo(_ line: String) { keep { $0.echo(line) } }

  func show(_ state: any Viewable, _ occasion: Occasion, at time: Duration) {
    if kept != nil { progress.show((state as? StartState)?.importing, at: time) }
    keep { $0.show(state, occasion, at: time) }
  }

  func report(_ report: any Report, at time: Duration) { keep { $0.report(report, at: time) } }

  func help(_ topic: HelpTopic, at time: Duration) { keep { $0.help(topic, at: time) } }

  func failure(_ error: any ReportableError, place: Place?, at time: Duration) {
    keep { $0.failure(error, place: place, at: time) }
  }

  func warning(_ error: any ReportableError, place: Place?, at time: Duration) {
    keep { $0.warning(error, place: place, at: time) }
  }

  func end(errors: Int, exit: ExitCode, at time: Duration) {
    if kept != nil { flow(into: target) }
    target.end(errors: errors, exit: exit, at: time)
  }
}
