import Foundation

/// The program: arguments in, exit code out.
@main
struct Main {
  static func main() {
    // Writing to a closed pipe must fail instead of ending the program, so that the exit code is
    // 141.
    signal(SIGPIPE, SIG_IGN)
    // Writing to a file at its size limit must fail too, like writing to a full disk.
    signal(SIGXFSZ, SIG_IGN)
    let environment = Environment(variables: ProcessInfo.processInfo.environment)
    let exitCode: ExitCode
    let arguments = Array(CommandLine.arguments.dropFirst())
    do throws(UsageError) {
      let options = try Options(arguments: arguments)
      exitCode = Launch(options: options, environment: environment).run()
    } catch {
      let language = Options.language(in: arguments) ?? environment.language
      Diagnostics(Writer(descriptor: 2)).write(
        .error, error.code, at: "qa-repl", Strings(language: language)(error))
      exitCode = .usage
    }
    exit(exitCode.value)
  }
}
