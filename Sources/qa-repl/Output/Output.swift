import QuizKit
import QuizStore
import QuizSupport

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
