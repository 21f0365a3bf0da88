import Foundation
import QuizSupport
import Testing

@testable import qa_repl

/// The sessions in each README work as they are printed there, and both READMEs say the same.
@Suite struct ReadmeTests {
  static let project = Page.project

  static func readme(_ language: Language) throws -> Page {
    try Page(language.text("README.md", "README.ja.md"))
  }

  @Test(arguments: Language.allCases)
  func `the first ten minutes print what the program prints`(language: Language) throws {
    let readme = try Self.readme(language)
    #expect(readme.sessions.count == 2)
    let typed = readme.sessions.flatMap { Transcript($0).steps }.map {
      String($0.command.prefix { $0 != " " })
    }
    for command in ["import", "quiz", "result", "exam", "export", "review"] {
      #expect(typed.contains(command), "\(command)")
    }
    try readme.run(in: language)
  }

  @Test(arguments: Language.allCases)
  func `the README begins with the two commands that a newcomer needs`(language: Language) throws {
    let beginning = try Self.readme(language).text.split(
      separator: "\n", omittingEmptySubsequences: false
    ).prefix(20)
    #expect(beginning.contains { $0.hasPrefix("    swift run qa-repl") })
    #expect(beginning.contains { $0.hasPrefix("    swift test") })
  }

  @Test(arguments: Language.allCases)
  func `the README says how to install, and that nobody else may copy it yet`(
    language: Language
  ) throws {
    let readme = try Self.readme(language).text
    for words in ["make install", "make dist", "qa-repl man", "qa-repl completions"] {
      #expect(readme.contains(words), "\(words)")
    }
    let license = Self.project.appending(path: "LICENSE").path
    #expect(readme.contains("LICENSE") || FileManager.default.fileExists(atPath: license))
  }

  @Test func `the README is read in a few minutes`() throws {
    #expect(try Self.readme(.english).text.utf8.count <= 6_500)
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
      try Outline(Self.readme(.english).text), try Outline(Self.readme(.japanese).text)
    )
    #expect(english.headings == japanese.headings)
    #expect(english.tables == japanese.tables)
    #expect(english.examples == japanese.examples)
    #expect(english.code.subtracting(japanese.code) == [])
    #expect(japanese.code.subtracting(english.code) == [])
  }
}
