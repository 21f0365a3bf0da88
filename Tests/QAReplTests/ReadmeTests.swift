import Foundation
import QuizExchange
import QuizSupport
import Testing

@testable import qa_repl

/// The session in the first console block of the README works as it is printed there.
@Suite struct ReadmeTests {
  static let project = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The lines of the README's console block.
  func session() throws -> [Substring] {
    let readme = try String(contentsOf: Self.project.appending(path: "README.md"), encoding: .utf8)
    let block = try #require(readme.firstMatch(of: #/```console\n(?<lines>[\s\S]*?)```/#))
    return block.lines.split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func `the session in the README prints what the program prints`() throws {
    let lines = try session()
    let first = try #require(lines.firstIndex { $0.hasPrefix("start> ") })
    let program = try TestProgram(samples: false)
    let strings = Strings(language: .english)
    let greeting =
      "$ swift run qa-repl\n\(strings.program)\n\(strings.emptyBank)\n\(strings.offerSamples) [Y/n] y\n\n"
      + program.run("sample")
    #expect(lines[..<first].joined(separator: "\n") + "\n" == greeting)

    let transcript = Transcript(lines[first...].joined(separator: "\n"))
    #expect(transcript.steps.count == 4)
    #expect(transcript.replayed(in: program).trimmed == transcript.trimmed)
  }

  @Test func `the README names the two commands that a newcomer needs`() throws {
    let readme = try String(contentsOf: Self.project.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains("    swift run qa-repl"))
    #expect(readme.contains("    swift test"))
  }

  @Test func `the README names the trash and how to install`() throws {
    let readme = try String(contentsOf: Self.project.appending(path: "README.md"), encoding: .utf8)
    for words in ["`trash`", "`restore N`", "make install", "qa-repl man", "qa-repl completions"] {
      #expect(readme.contains(words), "\(words)")
    }
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
