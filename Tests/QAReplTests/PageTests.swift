import Foundation
import QuizExchange
import QuizSupport
import Testing

@testable import qa_repl

/// What the pages in docs show works as it is printed there, and leads somewhere.
@Suite struct PageTests {
  @Test(
    .enabled(if: BuiltProgram.executable != nil, "the program was not built"),
    arguments: Page.documents)
  func `the examples of a page print what is printed there`(path: String) throws {
    try Page(path).run()
  }

  @Test(arguments: Page.documents + ["README.md", "README.ja.md", "CONTRIBUTING.md"])
  func `each link of a page leads to a file, and to a heading in it`(path: String) throws {
    let page = try Page(path)
    let folder = Page.project.appending(path: path).deletingLastPathComponent()
    let links =
      page.text.matches(of: #/\]\(([^)\s]+)\)/#).map(\.1)
      + page.text.matches(of: #/(?:src|srcset)="([^"]+)"/#).map(\.1)
    for link in links where !link.hasPrefix("https://") {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let target = parts[0].isEmpty ? path : String(parts[0])
      let file = (parts[0].isEmpty ? Page.project : folder).appending(path: target)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(link)")
      if parts.count > 1 {
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(Self.anchors(in: text).contains(String(parts[1])), "\(link)")
      }
    }
  }

  /// What a link names the headings by.
  private static func anchors(in text: String) -> [String] {
    text.matches(of: #/(?m)^#+ (.+)$/#).map { heading in
      heading.1.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
        .replacing(" ", with: "-")
    }
  }

  @Test func `the README leads to every page`() throws {
    let readme = try Page("README.md").text
    for path in Page.documents { #expect(readme.contains("](\(path))"), "\(path)") }
  }

  @Test func `the table of formats says what each format keeps`() throws {
    let page = try Page("docs/Formats.md").text
    for format in QuestionFormat.all {
      let features = QuestionFormat.Feature.allCases.map { format.keeps.contains($0) ? "yes" : "–" }
      let written = format.writer == nil ? "–" : "yes"
      let row =
        "| \(format.title) (`\(format.name)`) | yes | \(written) | "
        + features.joined(separator: " | ") + " |"
      #expect(page.contains(row), "\(row)")
    }
  }

  @Test func `the table of commands names the trash`() throws {
    let page = try Page("docs/Keys.md").text
    for words in ["`trash`", "`restore N`"] { #expect(page.contains(words), "\(words)") }
  }
}
