import QuizKit

/// Text output: results on standard output, diagnostics on standard error as `FILE:LINE:
/// error[code]: message`.
final class TextOutput: Output {
  var strings: Strings {
    get { look.strings }
    set { look.strings = newValue }
  }

  /// The language, colours and width. The width changes with the window.
  var look: Look
  /// Whether to announce some moments of a countdown, for a person without a display of the time.
  private let announcesTime: Bool
  private let results: any TextSink
  private let diagnostics: Diagnostics
  /// Whether to skip the first state, because a script's author knows where it starts.
  private var hidesFirstState: Bool
  /// Whether nothing has been written yet, so that no blank line is needed before the next block.
  private var isFirst = true

  /// Creates an output for a person (`isInteractive`) or for a script.
  init(look: Look, results: any TextSink, diagnostics: any TextSink, isInteractive: Bool = false) {
    self.look = look
    announcesTime = isInteractive
    hidesFirstState = !isInteractive
    self.results = results
    self.diagnostics = Diagnostics(diagnostics)
  }

  func hello(_ greeting: Greeting) {}

  func notice(_ notice: StoreNotice) {
    let place = notice.file + (notice.line.map { ":\($0)" } ?? "")
    diagnostics.write(.warning, notice.code, at: place, notice.text(in: strings.language))
  }

  func echo(_ line: String) {
    results.write("> \(line.sanitisedLine)\n")
    isFirst = true
  }

  func show(_ state: any Viewable, isTick: Bool, at time: Duration) {
    if hidesFirstState {
      hidesFirstState = false
    } else if !isTick {
      block(state.view(look))
    } else if announcesTime, let time = state.announcement(strings) {
      // Announce only some moments; announcing every second would bury everything else.
      block([time])
    }
  }

  func report(_ report: any Report, at time: Duration) {
    diagnostics.write(report.problemLines(in: strings.language))
    let lines = report.view(look)
    if !lines.isEmpty { block(lines) }
  }

  func help(_ topic: HelpTopic, at time: Duration) {
    block(topic.view(look))
  }

  func failure(_ error: any ReportableError, place: Place?, at time: Duration) {
    say(.error, error, place)
  }

  func warning(_ error: any ReportableError, place: Place?, at time: Duration) {
    say(.warning, error, place)
  }

  func end(errors: Int, exit: ExitCode, at time: Duration) {}

  private func say(_ level: Diagnostics.Level, _ error: any ReportableError, _ place: Place?) {
    let fileOfError = error.file.map { $0 + (error.line.map { ":\($0)" } ?? "") + ": " } ?? ""
    diagnostics.write(
      level, error.code, at: place?.text, fileOfError + error.text(in: strings.language))
  }

  /// Writes lines in a single write, after a blank line if needed.
  private func block(_ lines: [String]) {
    results.write((isFirst ? "" : "\n") + lines.joined(separator: "\n") + "\n")
    isFirst = false
  }
}
