import Foundation
import QuizExchange
import QuizSupport
import Testing

@testable import qa_repl

/// The session in each README works as it is printed there, both READMEs say the same, and the
/// documents beside them do what they say.
@Suite struct ReadmeTests {
  static let project = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func readme(_ language: Language) throws -> String {
    let name = language.text("README.md", "README.ja.md")
    return try String(contentsOf: project.appending(path: name), encoding: .utf8)
  }

  @Test(arguments: Language.allCases)
  func `the session in the README prints what the program prints`(language: Language) throws {
    let readme = try Self.readme(language)
    let block = try #require(readme.firstMatch(of: #/```console\n(?<lines>[\s\S]*?)```/#))
    let files = TestFiles(contents: Examples(readme).files)
    let program = try TestProgram(language: language, samples: false, files: files)
    let transcript = Transcript(String(block.lines))
    #expect(transcript.steps.count == 13)
    #expect(transcript.replayed(in: program).trimmed == transcript.trimmed)
    #expect(files.exists("exam.html"))
  }

  @Test(arguments: Language.allCases)
  func `the README names the two commands that a newcomer needs`(language: Language) throws {
    let readme = try Self.readme(language)
    #expect(readme.contains("    swift run qa-repl"))
    #expect(readme.contains("    swift test"))
  }

  @Test(arguments: Language.allCases)
  func `a README is read in two minutes`(language: Language) throws {
    // A Japanese character takes three bytes.
    let limit = language == .english ? 6500 : 7500
    #expect(try Self.readme(language).utf8.count <= limit)
  }

  @Test(
    .enabled(if: BuiltProgram.executable != nil, "the program was not built"),
    arguments: ["Formats", "Exams", "Sync"])
  func `the examples of a document print what is printed below them`(name: String) throws {
    let page = Self.project.appending(path: "docs/\(name).md")
    let examples = Examples(try String(contentsOf: page, encoding: .utf8))
    let files = Examples(try Self.readme(.english)).files.merging(examples.files) { $1 }
    #expect(examples.runs.count == 1)
    for run in examples.runs { try run.check(with: files) }
  }

  @Test(arguments: Language.allCases)
  func `the README names the trash and how to install`(language: Language) throws {
    let readme = try Self.readme(language)
    for words in ["`trash`", "`restore N`", "make install", "qa-repl man", "qa-repl completions"] {
      #expect(readme.contains(words), "\(words)")
    }
  }

  /// What of a README does not depend on its language: the levels of its headings, the rows of its
  /// tables with their numbers of cells, its examples without their remarks, and all that is set in
  /// backquotes but for option values and prompts.
  private struct Outline: Equatable {
    var headings: [Int] = []
    var tables: [Int] = []
    var examples: [String] = []
    var code: Set<String> = []

    init(_ text: String) throws {
      // Between the fences is a session, which differs.
      let parts = text.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 0 }
      for line in parts.flatMap({ $0.element.split(separator: "\n") }) {
        if line.hasPrefix("#") {
          headings.append(line.prefix { $0 == "#" }.count)
        } else if line.hasPrefix("|") {
          tables.append(line.replacing("\\|", with: "").count { $0 == "|" })
        }
        if line.hasPrefix("    ") {
          let command = line.replacing(#/ +# .*/#, with: "")
          examples.append(command.trimmingCharacters(in: .whitespaces))
        }
        code.formUnion(line.matches(of: #/`([^`]+)`/#).map { String($0.1) })
      }
    }
  }

  @Test func `both READMEs have the same headings, tables, commands and examples`() throws {
    let (english, japanese) = (
      try Outline(Self.readme(.english)), try Outline(Self.readme(.japanese))
    )
    #expect(english.headings == japanese.headings)
    #expect(english.tables == japanese.tables)
    #expect(english.examples == japanese.examples)
    #expect(english.code.subtracting(japanese.code) == [])
    #expect(japanese.code.subtracting(english.code) == [])
  }
}

extension ReadmeTests {
  @Test func `the table of formats says what each format keeps`() throws {
    let page = Self.project.appending(path: "docs/Formats.md")
    let table = try String(contentsOf: page, encoding: .utf8)
    for format in QuestionFormat.all {
      let features = QuestionFormat.Feature.allCases.map { format.keeps.contains($0) ? "yes" : "–" }
      let written = format.writer == nil ? "–" : "yes"
      let row =
        "| \(format.title) (`\(format.name)`) | yes | \(written) | "
        + features.joined(separator: " | ") + " |"
      #expect(table.contains(row), "\(row)")
    }
  }
}
