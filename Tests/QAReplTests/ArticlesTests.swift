import Foundation
import Testing

/// `docs/Articles.md` tells readers of the articles where to look. Our side of it is in the sources.
@Suite struct ArticlesTests {
  private static let project = URL(filePath: #filePath).appending(path: "../../..").standardized

  private static func page() throws -> String {
    try String(contentsOf: project.appending(path: "docs/Articles.md"), encoding: .utf8)
  }

  /// The rows of the tables, without their heads. A row has two or three cells: what is in an
  /// article, what is here, and what differs.
  private static func rows() throws -> [[Substring]] {
    try page().split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| there |") }
      .map { row in row.dropFirst(2).dropLast(2).split(separator: " | ") }
  }

  /// The names of the example programs.
  private static func examples() throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: project.appending(path: "Examples/Sources").path)
  }

  /// The texts in backquotes.
  private static func code(in text: some StringProtocol) -> [String] {
    String(text).matches(of: #/`([^`]+)`/#).map { String($0.1) }
  }

  /// The names of a path such as `@Observed`, `Order.created` or `throttle(for:latest:on:)`.
  private static func names(in code: String) -> [String] {
    code.prefix { $0 != "(" }.split { "@.".contains($0) }.map(String.init)
  }

  private static func hasWord(_ word: String, in text: String) throws -> Bool {
    text.contains(try Regex(#"\b\#(word)\b"#))
  }

  /// Whether the text declares something with this name.
  private static func declares(_ name: String, in text: String) throws -> Bool {
    let keyword = "(?:func|var|let|case|struct|class|enum|protocol)"
    return text.contains(try Regex(#"(?m)^(?! *//).*\b\#(keyword) \#(name)\b"#))
  }

  @Test func `each name of ours is declared in the file beside it`() throws {
    let sources = Dictionary(
      uniqueKeysWithValues: try SourceCode.all().map { ("../Sources/" + $0.path, $0.text) })
    let place = #/((?:`[^`]+`(?:, )?)+) in \[`([^`]+)`\]\(([^)]+)\)/#
    let rows = try Self.rows().filter { $0.count == 3 }
    #expect(rows.count > 50)
    for row in rows {
      let places = row[1].matches(of: place)
      #expect(!places.isEmpty)
      #expect(row[1].replacing(place, with: "").replacing("; ", with: "") == "")
      for match in places {
        #expect(match.3.hasSuffix("/" + match.2), "\(match.3)")
        let text = try #require(sources[String(match.3)], "\(match.3)")
        for code in Self.code(in: match.1) {
          let names = Self.names(in: code)
          #expect(try Self.declares(try #require(names.last), in: text), "\(code): \(match.3)")
          for name in names { #expect(try Self.hasWord(name, in: text), "\(code): \(match.3)") }
        }
      }
    }
  }

  @Test func `each article has an example of at most a hundred lines`() throws {
    let articles = try Self.page().components(separatedBy: "\n## ")
      .filter { $0.contains("| there | here |") }
    #expect(articles.count == 5)
    for article in articles {
      let link = article.firstMatch(of: #/The example \[`(\w+)`\]\(\.\./(.+?)\)/#)
      let (_, name, path) = try #require(link, "\(article.prefix { $0 != "\n" })").output
      #expect(path == "Examples/Sources/\(name)/Main.swift")
      let file = Self.project.appending(path: String(path))
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.count { $0 == "\n" } <= 100, "\(path)")
    }
  }

  @Test func `all else in backquotes is in the sources, in an article or an example`() throws {
    let all = try SourceCode.all().map(\.text).joined(separator: "\n")
    var known = Set(try Self.examples())
    for row in try Self.rows() { known.formUnion(Self.code(in: row[0])) }
    let text =
      try Self.page().split(separator: "\n").filter { !$0.hasPrefix("| ") }
      + Self.rows().flatMap { $0.dropFirst($0.count - 1) }
    for code in Set(text.flatMap(Self.code)) where !known.contains(code) {
      if code.hasPrefix("Sources/") {
        let path = Self.project.appending(path: code).path
        #expect(FileManager.default.fileExists(atPath: path), "\(code)")
      } else if code.hasPrefix("--") {
        #expect(all.contains("name: \"\(code)\""), "\(code)")
      } else if code != "Signals" {
        let name = try #require(Self.names(in: code).first { _ in true })
        #expect(try Self.hasWord(name, in: all), "\(code)")
      }
    }
  }

  /// docc cannot include a file from outside of its catalogue, so the catalogue has a copy, without
  /// the links, which would lead nowhere from there.
  @Test func `the catalogue has the same page`() throws {
    let copy = Self.project.appending(path: "Sources/QuizKit/QuizKit.docc/Articles.md")
    let expected = try Self.page().replacing(#/\[(`[^`]+`)\]\([^)]+\)/#) { $0.1 }
    #expect(
      try String(contentsOf: copy, encoding: .utf8) == expected,
      "copy docs/Articles.md to \(copy.path) and leave out the links")
  }
}
