import QuizKit
import QuizStore
import QuizSupport
import Terminal

/// The location of a command, for messages.
struct Place: Encodable, Equatable {
  /// The script's path, `-` for standard input, or `-c` for a command in the arguments.
  var file: String
  /// The line number, or the number of the `-c` argument, from 1.
  var line: Int

  /// The location as messages show it.
  var text: String { "\(file):\(line)" }
}

/// Shows the program's output, as text for people or as JSON for scripts.
protocol Output: AnyObject {
  /// The texts of the output. The `lang` command changes their language.
  var strings: Strings { get set }

  /// Writes the greeting, before anything else.
  func hello(_ greeting: Greeting)
  /// Writes a warning from opening the store.
  func notice(_ notice: StoreNotice, at time: Duration)
  /// Writes a command line before it runs (`--echo`).
  func echo(_ line: String)
  /// Writes a screen's state.
  func show(_ state: any Viewable, _ occasion: Occasion, at time: Duration)
  /// Writes the result of a command that no screen shows.
  func report(_ report: any Report, at time: Duration)
  func help(_ topic: HelpTopic, at time: Duration)
  /// Writes an error: a command failed.
  func failure(_ error: any ReportableError, place: Place?, at time: Duration)
  /// Writes a warning: a command succeeded, but something else went wrong.
  func warning(_ error: any ReportableError, place: Place?, at time: Duration)
  /// Writes the end of the output, after everything else.
  func end(errors: Int, exit: ExitCode, at time: Duration)
}

/// Why a state is shown.
enum Occasion: Equatable {
  /// A command has changed it or asked for it.
  case command(Command)
  /// It has changed by itself, for example because time ran out.
  case change
  /// Only the time has changed.
  case tick

  /// The command that is the reason.
  var command: Command? { if case .command(let command) = self { command } else { nil } }
}

/// The first output. It contains what is needed to repeat the run.
struct Greeting: Equatable {
  var version: String
  var language: Language
  var seed: UInt64
  var clock: Options.Clock
  /// Whether nothing can be saved, so that another program may write meanwhile.
  var isReadOnly = false
}

/// How the program ended.
struct ExitCode: Equatable {
  let value: Int32

  static let success = ExitCode(value: 0)
  static let commandFailed = ExitCode(value: 1)
  /// Data or a file is unusable.
  static let dataUnusable = ExitCode(value: 2)
  /// The arguments are invalid (`EX_USAGE` of BSD's sysexits.h).
  static let usage = ExitCode(value: 64)
  /// The output was closed. A shell reports SIGPIPE as 128 + 13.
  static let outputClosed = ExitCode(value: 141)

  /// A signal ended the program. A shell reports it as 128 plus its number.
  static func signal(_ number: Int32) -> ExitCode { ExitCode(value: 128 + number) }

  /// The exit code for a failure.
  init(_ error: any ReportableError) {
    if (error as? UserFileError)?.isOutputClosed == true {
      self = .outputClosed
    } else {
      self = error.isDataUnusable ? .dataUnusable : .commandFailed
    }
  }

  private init(value: Int32) {
    self.value = value
  }
}

/// A destination for text.
protocol TextSink: AnyObject {
  /// Writes `text` in one piece.
  func write(_ text: String)
}

/// Writes text to a file descriptor.
///
/// It uses `write(2)` instead of `print` or `FileHandle`, because a closed pipe must end the
/// program with exit code 141 rather than a signal or an abort, and each output must be a single
/// write.
final class Writer: TextSink {
  private let descriptor: FileDescriptor
  /// Whether the reader is gone. Further output is dropped.
  private(set) var isClosed = false

  init(descriptor: Int32) {
    self.descriptor = FileDescriptor(descriptor)
  }

  /// Writes all of `text`, in one system call unless the kernel accepts less.
  func write(_ text: String) {
    guard !isClosed else { return }
    var text = text
    isClosed = text.withUTF8 { descriptor.writeAll(UnsafeRawBufferPointer($0)) } != nil
  }
}

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
      level, error.code, at: place?.text, fileOfError + theme.text(of: error.message))
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

/// Shows a person how far an import has come, in one line that disappears when it is done.
///
/// A command in the program's arguments shows nothing else until its work is done.
final class ProgressLine {
  private let theme: Theme
  private let terminal: any TextSink
  private var start: Duration?
  private var isShown = false

  /// Work that is done before needs no line.
  private static let delay = Duration.milliseconds(500)

  init(theme: Theme, terminal: any TextSink) {
    (self.theme, self.terminal) = (theme, terminal)
  }

  /// Shows the state of an import. No state ends it.
  func show(_ status: ImportStatus?, at time: Duration) {
    guard let status else { return clear() }
    let start = start ?? time
    self.start = start
    guard time - start >= Self.delay else { return }
    terminal.write("\r" + status.line(theme) + Self.clearing)
    isShown = true
  }

  /// Removes the line.
  func clear() {
    if isShown { terminal.write("\r" + Self.clearing) }
    (start, isShown) = (nil, false)
  }

  /// Erases what is left of a longer line.
  private static let clearing = "\u{1B}[K"
}

/// Prints errors and warnings for people. This is the only way to do so, so that control characters
/// in an option, a name or a file are made visible and have no effect.
struct Diagnostics {
  /// The severity.
  enum Level: String {
    /// Something failed.
    case error
    /// Something the user should know.
    case warning
  }

  private let sink: any TextSink
  private let columns: Int?
  private let namesCodes: Bool

  /// - Parameters:
  ///   - columns: The widest line in terminal cells; `nil` when lines must not be wrapped.
  ///   - namesCodes: Whether lines have the level and the code, which scripts read. A person at a
  ///     live terminal reads the sentence alone.
  init(_ sink: any TextSink, columns: Int? = nil, namesCodes: Bool = true) {
    self.sink = sink
    self.columns = columns
    self.namesCodes = namesCodes
  }

  /// Prints one line, `PLACE: LEVEL[CODE]: TEXT`, or `PLACE: TEXT` for a person.
  func write(_ level: Level, _ code: String, at place: String?, _ text: String) {
    let kind = namesCodes ? "\(level.rawValue)[\(code)]: " : ""
    write([(place.map { "\($0): " } ?? "") + kind + text])
  }

  /// Prints lines in a single write.
  func write(_ lines: [String]) {
    let shown = lines.map(\.disclosedLine).flatMap { line in
      columns.map { line.wrapped(to: max($0, 10), indent: 2) } ?? [line]
    }
    if !shown.isEmpty { sink.write(shown.map { $0 + "\n" }.joined()) }
  }
}

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
