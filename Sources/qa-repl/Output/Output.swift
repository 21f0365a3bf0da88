import QuizKit

/// Where a command stands, for messages about it.
struct Place: Equatable {
  /// The script's name, `-` for standard input, `-c` for a command of the arguments.
  var file: String
  /// The line, or the number of the `-c` argument, from 1.
  var line: Int

  /// As messages begin with it.
  var text: String { "\(file):\(line)" }
}

/// Shows what the program says: as text for people, or as JSON for scripts.
protocol Output: AnyObject {
  /// The words that are used; changed by `lang`.
  var strings: Strings { get set }

  /// The first thing said.
  func hello(_ greeting: Greeting)
  /// What is to be known of the store that was opened.
  func notice(_ notice: StoreNotice)
  /// The command line that is about to run, where `--echo` asks for it.
  func echo(_ line: String)
  /// A screen's state; as a tick when nothing but time has changed.
  func show(_ state: any Viewable, isTick: Bool, at time: Duration)
  /// What a command did that no screen shows.
  func report(_ report: any Report, at time: Duration)
  /// Help.
  func help(_ topic: HelpTopic, at time: Duration)
  /// A command that failed.
  func failure(_ error: any ReportableError, place: Place?, at time: Duration)
  /// What went wrong beside a command that was carried out.
  func warning(_ error: any ReportableError, place: Place?, at time: Duration)
  /// The last thing said.
  func end(errors: Int, exit: ExitCode, at time: Duration)
}

/// What is said first, so that a run can be repeated.
struct Greeting: Equatable {
  var version: String
  var language: Language
  var seed: UInt64
  var clock: Options.Clock
}

/// How the program ended.
struct ExitCode: Equatable {
  let value: Int32

  /// All good.
  static let success = ExitCode(value: 0)
  /// A command failed.
  static let commandFailed = ExitCode(value: 1)
  /// Data or a file cannot be used.
  static let dataUnusable = ExitCode(value: 2)
  /// The arguments make no sense (`EX_USAGE` of BSD's sysexits.h).
  static let usage = ExitCode(value: 64)
  /// The output was closed: what a shell shows for SIGPIPE, 128 + 13.
  static let outputClosed = ExitCode(value: 141)

  /// Ended by a signal: what a shell shows for it.
  static func signal(_ number: Int32) -> ExitCode { ExitCode(value: 128 + number) }

  /// The exit code of a failure.
  init(_ error: any ReportableError) {
    self =
      error is UsageError ? .usage : error.isDataUnusable ? .dataUnusable : .commandFailed
  }

  private init(value: Int32) {
    self.value = value
  }
}
