import Foundation

/// How long the built program takes to exchange banks through a folder, and how much memory it
/// uses.
struct Sharing {
  private static let answersPerQuiz = 500

  private let program: String
  private let folder: URL
  private let report: (String, String) -> Void

  /// - Parameter report: takes the name of a row and its figure.
  init(program: String, in folder: URL, report: @escaping (String, String) -> Void) {
    (self.program, self.folder, self.report) = (program, folder, report)
  }

  /// Measures with a bank of `questions` questions and `answers` answers.
  func measure(questions: Int, answers: Int) throws {
    let shared = folder.appending(path: "shared-\(questions)")
    try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: true)
    let file = folder.appending(path: "shared-\(questions).csv")
    try Bank.csv(questions: questions, decks: 20).write(
      to: file, atomically: false, encoding: .utf8)
    let sync = "sync \"\(shared.path)\""
    let laptop = try conversation("laptop-\(questions)")
    _ = try laptop.ask("import \"\(file.path)\"")
    try seconds("\(questions) questions published", laptop.ask(sync))
    let desktop = try conversation("desktop-\(questions)")
    try seconds("\(questions) questions merged", desktop.ask(sync))
    memory("memory then, MB", desktop)
    try seconds("`sync` with nothing new", best(of: 5) { try laptop.ask("sync") })
    for quiz in 0..<answers / Self.answersPerQuiz {
      _ = try laptop.ask("quiz --count \(Self.answersPerQuiz) --shuffle")
      for number in 0..<Self.answersPerQuiz {
        _ = try laptop.ask((number + quiz) % 3 == 0 ? "1" : "2")
      }
      for command in ["result", "home"] { _ = try laptop.ask(command) }
    }
    try seconds("\(answers) answers published", laptop.ask("sync"))
    try desktop.end()
    let reader = try conversation("desktop-\(questions)")
    try seconds("\(answers) answers merged", reader.ask("sync"))
    memory("memory then, MB", reader)
    try seconds("`sync` with nothing new", best(of: 5) { try reader.ask("sync") })
    let backup = folder.appending(path: "backup-\(questions).json")
    _ = try laptop.ask("export \"\(backup.path)\" --backup")
    try size("the folder, MB", shared)
    try size("the bank, MB", folder.appending(path: "laptop-\(questions).journal"))
    try size("a backup, MB", backup)
    try laptop.end()
    try reader.end()
  }

  private func conversation(_ bank: String) throws -> Conversation {
    try Conversation(
      program: program,
      arguments: [
        "--json", "-k", "--yes", "--store", folder.appending(path: bank + ".journal").path,
      ])
  }

  private func best(
    of rounds: Int, _ body: () throws -> Conversation.Answer
  ) throws -> Conversation.Answer {
    let answers = try (0..<rounds).map { _ in try body() }
    return answers.min { $0.seconds < $1.seconds } ?? answers[0]
  }

  private func seconds(_ name: String, _ answer: Conversation.Answer) throws {
    let figure = String(format: "%.1f", answer.seconds * 1000)
    report(name + ", ms", answer.isError ? "error" : figure)
  }

  private func memory(_ name: String, _ conversation: Conversation) {
    let bytes = conversation.mostMemory
    report(name, bytes.map { String(format: "%.0f", Double($0) / 1_000_000) } ?? "–")
  }

  private func size(_ name: String, _ url: URL) throws {
    var files = [url]
    if let inside = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil) {
      files += inside.compactMap { $0 as? URL }
    }
    let sizes = try files.map { file in
      let values = try FileManager.default.attributesOfItem(atPath: file.path)
      guard values[.type] as? FileAttributeType == .typeRegular else { return 0 }
      return values[.size] as? Int ?? 0
    }
    report(name, String(format: "%.1f", Double(sizes.reduce(0, +)) / 1_000_000))
  }
}
