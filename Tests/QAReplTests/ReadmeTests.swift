import Foundation
import QuizExchange
import QuizSupport
import Testing

@testable import qa_repl

/// The session in the first console block of each README works as it is printed there, and both
/// READMEs say the same.
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
    let lines = block.lines.split(separator: "\n", omittingEmptySubsequences: false)
    let prompt = language.text("start> ", "ホーム> ")
    let first = try #require(lines.firstIndex { $0.hasPrefix(prompt) })
    let program = try TestProgram(language: language, samples: false)
    let strings = Strings(language: language)
    let greeting =
      "$ swift run qa-repl\n\(strings.program)\n\(strings.emptyBank)\n"
      + "\(strings.offerSamples) [Y/n] y\n\n" + program.run("sample")
    #expect(lines[..<first].joined(separator: "\n") + "\n" == greeting)

    let transcript = Transcript(lines[first...].joined(separator: "\n"))
    #expect(transcript.steps.count == 4)
    #expect(transcript.replayed(in: program).trimmed == transcript.trimmed)
  }

  @Test(arguments: Language.allCases)
  func `the README names the two commands that a newcomer needs`(language: Language) throws {
    let readme = try Self.readme(language)
    #expect(readme.contains("    swift run qa-repl"))
    #expect(readme.contains("    swift test"))
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
    let readme = try String(contentsOf: Self.project.appending(path: "README.md"), encoding: .utf8)
    for format in QuestionFormat.all {
      let features = QuestionFormat.Feature.allCases.map { format.keeps.contains($0) ? "yes" : "–" }
      let written = format.writer == nil ? "–" : "yes"
      let row =
        "| \(format.title) (`\(format.name)`) | yes | \(written) | "
        + features.joined(separator: " | ") + " |"
      #expect(readme.contains(row), "\(row)")
    }
  }
}
