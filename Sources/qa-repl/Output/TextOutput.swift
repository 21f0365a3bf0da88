import QuizStore
import QuizSupport

/// Text output: results on standard output, diagnostics on standard error as `FILE:LINE:
/// error[code]: message`.
final class TextOutput: Output {
  var strings: Strings {
    get { theme.strings }
    set { theme.strings = newValue }
  }

  /// The language, colours and width. The width changes with the window.
  var theme: Theme
  /// Whether the bell rings when time is up.
  private let rings: Bool
  private let namesCodes: Bool
  private let isForPerson: Bool
  private let results: any TextSink
  private let problems: any TextSink
  /// The diagnostics, as wide as the window is now.
  private var diagnostics: Diagnostics {
    Diagnostics(problems, columns: theme.columns, namesCodes: namesCodes)
  }
  /// Whether to skip the first state, because a script's author knows where the script starts.
  private var hidesFirstState: Bool
  /// Whether nothing has been written yet, so that no blank line is needed before the next block.
  private var isFirst = true
  /// Whether a remaining time was written last. No blank line separates it from the next.
  private var hasJustSaidTime = false
  /// The last state.
  private var state: (any Viewable)?

  /// Creates an output for a person (`isInteractive`) or for a script.
  ///
  /// - Parameters:
  ///   - rings: Whether the bell of the terminal rings when time is up.
  ///   - namesCodes: Whether errors have their codes, which scripts read.
  init(
    theme: Theme, results: any TextSink, diagnostics: any TextSink, isInteractive: Bool = false,
    rings: Bool = false, namesCodes: Bool = true
  ) {
    self.theme = theme
    self.rings = rings
    self.namesCodes = namesCodes
    (hidesFirstState, isForPerson) = (!isInteractive, isInteractive)
    self.results = results
    problems = diagnostics
  }

  func hello(_ greeting: Greeting) {}

  func notice(_ notice: StoreNotice, at time: Duration) {
    let place = notice.file + (notice.line.map { ":\($0)" } ?? "")
    diagnostics.write(.warning, notice.code, at: place, strings(notice))
  }

  func echo(_ line: String) {
    results.write("> \(line.sanitisedLine)\n")
    isFirst = true
  }

  func show(_ state: any Viewable, _ occasion: Occasion, at time: Duration) {
    let passed =
      occasion.command != nil
      ? nil
      : self.state.map {
        PassedTime(from: $0.timesLeft, to: state.timesLeft, isForPerson: isForPerson)
      }
    self.state = state
    if hidesFirstState {
      hidesFirstState = false
      return
    }
    // Only some moments are written; writing every second would bury everything else.
    let said = passed?.lines(strings, isTick: occasion == .tick) ?? []
    let bell = rings && passed?.isUp == true ? "\u{07}" : ""
    switch occasion {
    case .tick where said.isEmpty: break
    case .tick:
      block(said, bell: bell, isCloseUp: hasJustSaidTime)
      hasJustSaidTime = true
    case .change where !said.isEmpty:
      block(said + [""] + state.view(theme), bell: bell, isCloseUp: hasJustSaidTime)
    case .change, .command: block(state.view(theme), bell: bell)
    }
  }

  func report(_ report: any Report, at time: Duration) {
    diagnostics.write(report.problemLines(in: strings.language))
    let lines = report.view(theme)
    if report.isBesideOutput { return diagnostics.write(lines) }
    if !lines.isEmpty { block(lines) }
  }

  func help(_ topic: HelpTopic, at time: Duration) {
    block(topic.view(theme))
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
      level, error.code, at: place?.text, fileOfError + strings(error))
  }

  /// Writes lines in a single write, after a blank line if needed.
  ///
  /// - Parameter isCloseUp: Whether the lines follow those before without a blank line.
  private func block(_ lines: [String], bell: String = "", isCloseUp: Bool = false) {
    results.write(
      (isFirst || isCloseUp ? "" : "\n") + bell + lines.joined(separator: "\n") + "\n")
    (isFirst, hasJustSaidTime) = (false, false)
  }
}
