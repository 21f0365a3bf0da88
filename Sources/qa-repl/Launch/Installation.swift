extension Launch {
  /// Writes the output of `qa-repl completions SHELL` or `qa-repl man`. Neither needs a bank.
  /// Returns `nil` for other commands.
  func install() -> ExitCode? {
    let strings = Strings(language: language)
    let table = CommandTable(Screen.all)
    let lines: [String]
    switch options.command.first {
    case "man":
      if let word = options.command.dropFirst().first {
        let error = UsageError.notInManual(word, isCommand: !table.entries(called: word).isEmpty)
        Diagnostics(diagnostics).write(.error, error.code, at: "qa-repl", strings(error))
        return .usage
      }
      lines = ManualPage(strings: strings, version: Self.version, table: table).lines
    case "completions":
      let shell = options.command.count == 2 ? options.command[1] : ""
      guard let script = ShellCompletions(strings: strings, table: table).script(for: shell) else {
        let error = UsageError.badValue(
          "completions", shell,
          allowed: ShellCompletions.shells.dropLast().joined(separator: ", ")
            + " or " + ShellCompletions.shells.suffix(1).joined())
        Diagnostics(diagnostics).write(
          .error, error.code, at: "qa-repl", Strings(language: language)(error))
        return .usage
      }
      lines = script
    default: return nil
    }
    results.write(lines.joined(separator: "\n") + "\n")
    return .success
  }
}
