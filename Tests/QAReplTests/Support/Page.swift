import Foundation
import QuizKit
import QuizStore
import QuizSupport
import Testing

@testable import qa_repl

/// A document with examples, which do as they stand there what is printed there.
///
/// `RECORD=1` writes into it what they print now; git shows the changes.
struct Page {
  /// Commands of a shell, and what they print on standard output.
  struct Recipe {
    var commands: String
    var output: String
  }

  let text: String
  /// What the examples read, by name: a name in backquotes, a colon, and a block.
  let files: [String: String]
  /// What a person types and sees: the blocks of `console`.
  let sessions: [String]
  /// The blocks of `sh`, each with a block of `text` below it.
  let recipes: [Recipe]
  private let url: URL

  /// Reads a page of the project.
  init(_ path: String) throws {
    url = Self.project.appending(path: path)
    let text = try String(contentsOf: url, encoding: .utf8)
    let files = text.matches(of: #/`([\w.-]+)`:\n\n```\w*\n([\s\S]*?)```/#)
    self.files = Dictionary(
      files.map { (String($0.1), String($0.2)) }, uniquingKeysWith: { first, _ in first })
    sessions = text.matches(of: #/(?m)^```console\n([\s\S]*?)```/#).map { String($0.1) }
    let recipes = text.matches(of: #/(?m)^```sh\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/#)
    self.recipes = recipes.map { Recipe(commands: String($0.1), output: String($0.2)) }
    self.text = text
  }

  static let project = URL(filePath: #filePath).appending(path: "../../../..").standardized

  /// The pages in docs.
  static let documents: [String] = {
    let folder = project.appending(path: "docs").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }.sorted()
  }()

  /// Does all examples.
  func run(in language: Language = .english) throws {
    // No block only looks like an example.
    #expect(text.matches(of: #/(?m)^```sh$/#).count == recipes.count, "\(url.lastPathComponent)")
    let printed = try replayed(in: language) + recipesRun()
    guard ProcessInfo.processInfo.environment["RECORD"] == "1" else { return }
    var text = text
    for (old, new) in printed where old != new {
      let place = try #require(text.range(of: old))
      text.replaceSubrange(place, with: new)
    }
    try text.write(to: url, atomically: true, encoding: .utf8)
  }

  // MARK: Sessions

  /// Replays the sessions, one after the other, with one bank that is empty at first. `$ ` starts
  /// the program, each time a day later; without it a session goes on with the one before.
  ///
  /// - Returns: What is printed, and what was.
  private func replayed(in language: Language) throws -> [(String, String)] {
    let store = MemoryStore(schema: QuestionBank.schema)
    let disk = TestFiles(contents: files)
    var days = 0
    var running: TestProgram?
    return try sessions.map { session in
      let begins = session.hasPrefix("$ ")
      if running == nil || begins {
        running = try TestProgram(
          language: language, samples: false, files: disk, store: store, day: days,
          isForPerson: true)
        days += 1
      }
      let program = try #require(running)
      let transcript = Transcript(session)
      let first = try #require(transcript.steps.first)
      let start = try #require(session.range(of: first.prompt + first.command)).lowerBound
      var head = ""
      if begins {
        let line = session.prefix { $0 != "\n" }
        head = "\(line)\n\(Self.greeting(of: program))\n"
        #expect(session[..<start].split(separator: "\n") == head.split(separator: "\n"))
      }
      let replayed = transcript.replayed(in: program, isForPerson: true)
      #expect(replayed.trimmed == transcript.trimmed)
      return (session, head + replayed.text.trimmingCharacters(in: .newlines) + "\n")
    }
  }

  /// What the program says when it is started, and the answer to what it asks then: not to add the
  /// samples.
  private static func greeting(of program: TestProgram) -> String {
    let said = program.results.take().trimmingCharacters(in: .newlines)
    let strings = program.shell.output.strings
    let isEmpty = program.state(StartState.self)?.questions == 0
    return isEmpty ? "\(said)\n\(strings.offerSamples) [Y/n] n" : said
  }

  // MARK: Recipes

  static let jq = ["/usr/bin/jq", "/usr/local/bin/jq", "/opt/homebrew/bin/jq"]
    .first(where: FileManager.default.isExecutableFile(atPath:))

  /// Runs each recipe in a folder of its own that has the files. Where jq is not installed, those
  /// that need it are left out.
  ///
  /// - Returns: What they are and print, and what was printed.
  private func recipesRun() throws -> [(String, String)] {
    let needed = recipes.filter { Self.jq != nil || !$0.commands.contains("jq ") }
    guard !needed.isEmpty else { return [] }
    let program = try #require(BuiltProgram.executable).deletingLastPathComponent().path
    let tools = Self.jq.map { ":" + URL(filePath: $0).deletingLastPathComponent().path } ?? ""
    return try needed.map { recipe in
      let run = try BuiltProgram()
      defer { run.removeHome() }
      for (name, text) in files {
        try text.write(to: run.home.appending(path: name), atomically: true, encoding: .utf8)
      }
      let outcome = try run.run(
        ["-c", recipe.commands], environment: ["PATH": "\(program)\(tools):/usr/bin:/bin"],
        by: URL(filePath: "/bin/sh"))
      // CSV ends its lines with CR LF.
      let output = outcome.output.replacing("\r\n", with: "\n")
      #expect(output == recipe.output, "\(recipe.commands)\(outcome.diagnostics)")
      let between = "```\n\n```text\n"
      return (
        recipe.commands + between + recipe.output, recipe.commands + between + output
      )
    }
  }
}
