import QuizKit

/// Text: results on standard output, diagnostics on standard error as `FILE:LINE: error[code]: message`.
final class TextOutput: Output {
  var strings: Strings {
    get { look.strings }
    set { look.strings = newValue }
  }

  /// Words, colours and width; the width changes with the window.
  var look: Look
  /// Whether some moments of a countdown are said: a person without a display of the time needs to know.
  private let announcesTime: Bool
  private let results: any TextSink
  private let diagnostics: any TextSink
  /// Whether the first state is not shown: who runs a script knows where it starts.
  private var hidesFirstState: Bool
  /// Whether nothing has been written yet, so that no blank line comes first.
  private var isFirst = true

  /// Creates an output for a person who sits there (`isInteractive`), or for a script.
  init(look: Look, results: any TextSink, diagnostics: any TextSink, isInteractive: Bool = false) {
    self.look = look
    announcesTime = isInteractive
    hidesFirstState = !isInteractive
    self.results = results
    self.diagnostics = diagnostics
  }

  func hello(_ greeting: Greeting) {}

  func notice(_ notice: StoreNotice) {
    let place = notice.file + (notice.line.map { ":\($0)" } ?? "")
    let text = "\(place): warning[\(notice.code)]: \(notice.text(in: strings.language))"
    diagnostics.write(text.sanitisedLine + "\n")
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
      // A clock that is read out every second would bury everything else.
      block([time])
    }
  }

  func report(_ report: any Report, at time: Duration) {
    let problems = report.problems.flatMap { ReportText.lines(of: $0, in: strings.language) }
    if !problems.isEmpty {
      diagnostics.write(problems.map { $0.sanitisedLine + "\n" }.joined())
    }
    let lines = report.view(look)
    if !lines.isEmpty { block(lines) }
  }

  func help(_ topic: HelpTopic, at time: Duration) {
    block(topic.view(look))
  }

  func failure(_ error: any ReportableError, place: Place?, at time: Duration) {
    let fileOfError = error.file.map { $0 + (error.line.map { ":\($0)" } ?? "") + ": " } ?? ""
    let prefix = place.map { "\($0.file):\($0.line): " } ?? ""
    let text = fileOfError + error.text(in: strings.language)
    diagnostics.write("\(prefix)error[\(error.code)]: \(text.sanitisedLine)\n")
  }

  func end(errors: Int, exit: ExitCode, at time: Duration) {}

  /// Writes lines with a blank one before them, in one piece.
  private func block(_ lines: [String]) {
    results.write((isFirst ? "" : "\n") + lines.joined(separator: "\n") + "\n")
    isFirst = false
  }
}
