import Foundation
import QuizSupport

/// Where the program begins: what the system gives `main` comes in, the exit code goes out.
///
/// The package manager gives `main` this name, so that tests can be linked to the program. The
/// arguments are those that `main` was given: `CommandLine` looks for them in `/proc`, and has none
/// where that cannot be read, so that options such as `--store` would be passed over in silence.
@c(qa_repl_main)
public func begin(
  _ count: Int32, _ words: UnsafePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
  let isReady = StandardDescriptors.open()
  // Writing to a closed pipe must fail instead of ending the program, so that the exit code is
  // 141.
  signal(SIGPIPE, SIG_IGN)
  // Writing to a file at its size limit must fail too, like writing to a full disk.
  signal(SIGXFSZ, SIG_IGN)
  let words = UnsafeBufferPointer(start: words, count: Int(count))
  let exitCode =
    isReady ? Main.run(words.compactMap { $0.map { String(cString: $0) } }) : .dataUnusable
  exit(exitCode.value)
}

/// The program: arguments in, exit code out.
enum Main {
  /// Runs the program with its name and its arguments.
  static func run(_ words: [String]) -> ExitCode {
    let environment = Environment(variables: ProcessInfo.processInfo.environment)
    let arguments = Array(words.dropFirst())
    do throws(UsageError) {
      if words.isEmpty { throw .noArguments }
      let options = try Options(arguments: arguments, home: environment.home)
      return Launch(options: options, environment: environment).run()
    } catch {
      let language = Options.language(in: arguments) ?? environment.language
      Diagnostics(Writer(descriptor: 2)).write(
        .error, error.code, at: "qa-repl", Strings(language: language)(error))
      return .usage
    }
  }
}

/// Standard input, standard output and standard error.
private enum StandardDescriptors {
  /// Opens `/dev/null` as each of them that is closed. Otherwise the next file that is opened, such
  /// as the bank, would take its number, and what the program says would be written into it.
  ///
  /// - Returns: Whether all of them are open.
  static func open() -> Bool {
    (0...2).allSatisfy { (descriptor: Int32) in
      let isOpen = fcntl(descriptor, F_GETFD) != -1
      // The system gives the lowest free number. That is this one, as those before it are open.
      return isOpen
        || Foundation.open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY) == descriptor
    }
  }
}
