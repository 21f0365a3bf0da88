import Foundation

/// The program: arguments in, exit code out.
@main
struct Main {
  static func main() {
    // A closed pipe is an error of write(2), which the writer turns into exit code 141.
    signal(SIGPIPE, SIG_IGN)
    // A file that may not grow is an error of write(2) too, as a full disk is.
    signal(SIGXFSZ, SIG_IGN)
    let environment = Environment(variables: ProcessInfo.processInfo.environment)
    let exitCode: ExitCode
    do throws(UsageError) {
      let options = try Options(arguments: Array(CommandLine.arguments.dropFirst()))
      exitCode = Launch(options: options, environment: environment).run()
    } catch {
      Diagnostics(Writer(descriptor: 2)).write(
        .error, error.code, at: "qa-repl", error.text(in: environment.language))
      exitCode = .usage
    }
    exit(exitCode.value)
  }
}
