/// Batch mode: runs commands one after the other and stops at the first failure.
struct ScriptRunner {
  let shell: Shell
  /// Whether to continue after a failure (`--keep-going`).
  let keepsGoing: Bool
  /// Whether to print each line before running it (`--echo`).
  let echoes: Bool
  /// Runs before each command so that the real clock can do the work that is due. Does nothing on
  /// the virtual clock.
  let settle: () -> Void

  /// Whether to run no more lines.
  var isDone: Bool {
    shell.isQuitting || (shell.failures > 0 && !keepsGoing)
  }

  /// Runs the `-c` commands and scripts in the order given.
  func run(_ sources: [Options.Source]) {
    guard keepsGoing else { return runEach(sources) }
    shell.failedForms.watching { runEach(sources) }
  }

  private func runEach(_ sources: [Options.Source]) {
    for source in sources where !isDone {
      switch source {
      case .command(let line, let number):
        run(Array(line.utf8), at: Place(file: "-c", line: number))
      case .file(let path):
        runFile(path)
      }
    }
  }

  /// Runs the program's arguments as one command.
  func run(words: [String]) {
    guard !words.isEmpty else { return }
    if echoes { shell.output.echo(words.joined(separator: " ")) }
    settle()
    shell.run(words: words)
  }

  private func runFile(_ path: String) {
    do throws(UnreadableFile) {
      let source = path == "-" ? LineSource.standardInput() : try LineSource(path: path)
      var number = 0
      while !isDone, let line = try source.next(path: path) {
        number += 1
        run(line, at: Place(file: path, line: number))
      }
    } catch {
      shell.reporter.fail(error)
    }
  }

  private func run(_ bytes: [UInt8], at place: Place) {
    guard let line = String(validating: bytes, as: UTF8.self) else {
      return shell.reporter.fail(CommandError.notUTF8, at: place)
    }
    if echoes { shell.output.echo(line) }
    settle()
    shell.run(line: line, at: place)
  }
}
