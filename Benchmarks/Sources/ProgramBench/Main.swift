import Foundation

/// How long the built program takes from a command line to its answer, with a bank of 100,000
/// questions; with `sync`, how long it takes to exchange banks.
///
///     swift build -c release
///     swift run -c release --package-path Benchmarks ProgramBench .build/release/qa-repl [sync]
@main
struct Main {
  /// The commands in order. Their changes of the bank are undone at the end.
  static let commands = [
    "state", "quiz --count 10", "1", "home", "quiz --count 10 --shuffle", "2", "go 9", "finish",
    "result", "home", "quiz --deck \"deck 3\" --count all", "1", "flag", "go 5000", "2", "go 17",
    "3",
    "result", "restart", "home", "search 質問", "home", "search 質問 差", "home", "search 質問 4711",
    "home",
    "search nowhere", "home", "search 質問 --deck \"deck 3\"", "home", "search --tag 3", "home",
    "quiz --tag 3 --count 10", "home", "manage",
    "go 99999", "<<", "edit", "question changed", "save", "delete", "undo", "home", "register",
    "question new?", "choice 1 a", "choice 2 b", "choice 3 c", "choice 4 d", "correct 1",
    "commentary because", "register", "home", "decks", "home", "notes", "home", "history", "home",
    "stats", "home", "due", "home",
  ]

  /// The commands that are measured again when 20,000 questions have been answered.
  static let commandsAfterwards = [
    "stats", "home", "due", "home", "quiz --mistakes --count 10", "home", "history", "open 1",
    "home",
  ]

  static func main() throws {
    let sharing = CommandLine.arguments.dropFirst(2) == ["sync"]
    guard CommandLine.arguments.count == 2 || sharing else {
      print("usage: ProgramBench PATH-OF-qa-repl [sync]")
      exit(64)
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "program-bench")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
      print((try? FileManager.default.removeItem(at: folder)) == nil ? "left: \(folder)" : "")
    }
    if sharing {
      print("| what | |\n|---|---:|")
      let bench = Sharing(program: CommandLine.arguments[1], in: folder) {
        print("| \($0) | \($1) |")
      }
      return try bench.measure(questions: 10_000, answers: 100_000)
    }
    let bank = folder.appending(path: "bank.csv")
    try Bank.csv(questions: 100_000, decks: 20).write(to: bank, atomically: false, encoding: .utf8)

    let program = try Conversation(
      program: CommandLine.arguments[1],
      arguments: ["--json", "-k", "--yes", "--store", folder.appending(path: "bank.journal").path])
    print("| command | ms | |\n|---|---:|---|")
    row("import of 100,000 questions", try program.ask("import \"\(bank.path)\""), limit: nil)
    for command in commands {
      row("`\(command)`", try program.ask(command), limit: 50)
    }
    for deck in 4..<8 {
      _ = try program.ask("quiz --deck \"deck \(deck)\" --count all")
      for number in 0..<5000 { _ = try program.ask(number % 3 == 0 ? "1" : "2") }
      for command in ["result", "home"] { _ = try program.ask(command) }
    }
    print("| with 20,000 answers in the history: | | |")
    for command in commandsAfterwards {
      row("`\(command)`", try program.ask(command), limit: 50)
    }
    try program.end()
  }

  private static func row(_ name: String, _ answer: Conversation.Answer, limit: Double?) {
    let milliseconds = answer.seconds * 1000
    let verdict = answer.isError ? "error" : limit.map { milliseconds > $0 ? "over" : "" } ?? ""
    print("| \(name) | \(String(format: "%.1f", milliseconds)) | \(verdict) |")
  }
}
