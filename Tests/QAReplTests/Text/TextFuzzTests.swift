import Foundation
import QuizExchange
import QuizSupport
import TestKit
import Testing

@testable import qa_repl

/// Draws and reads texts that nobody chose, and each of their beginnings. `QA_REPL_FUZZ_TEXTS` sets
/// their number and `QA_REPL_FUZZ_TEXTS_FROM` the first. A text that ends the program is the one
/// whose number stands in the file `qa-repl-fuzz-text-…` that is left in the temporary folder.
@Suite struct TextFuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let first = environment["QA_REPL_FUZZ_TEXTS_FROM"].flatMap { UInt64($0) } ?? 0
  private static let count = environment["QA_REPL_FUZZ_TEXTS"].flatMap { UInt64($0) } ?? 40

  /// The place at which a text is drawn.
  private enum Place: CaseIterable {
    case question, line, cell, searchHit, hint, typing
  }

  @Test func `any text is drawn, at any place and width`() throws {
    try Self.each("drawn") { random in
      let text = StrangeText.text(&random)
      for length in 1...max(1, text.count) {
        try Self.draw(String(text.prefix(length)), &random)
      }
    }
  }

  @Test func `any text is read or refused by every reader`() throws {
    let formats = QuestionFormat.all
    try Self.each("read") { random in
      let text = StrangeText.text(most: 60, &random)
      let format = formats[Int.random(in: formats.indices, using: &random)]
      let file = try QuestionFile.read(Array(text.utf8), name: "a.txt", format: format)
      #expect(!file.questions.isEmpty || !file.problems.isEmpty)
    }
  }

  /// Runs a body for each number, which is written down before, because a trap says nothing.
  private static func each(
    _ name: String, _ body: (inout SplitMix64) throws -> Void
  ) throws {
    let path = NSTemporaryDirectory() + "/qa-repl-fuzz-text-\(name)-\(getpid())"
    let file = try #require(fopen(path, "w"))
    defer {
      fclose(file)
      unlink(path)
    }
    for number in first..<(first + count) {
      rewind(file)
      fputs("\(number)\n", file)
      fflush(file)
      var random = SplitMix64(seed: number)
      try body(&random)
    }
  }

  private static func draw(_ text: String, _ random: inout SplitMix64) throws {
    let width = Int.random(in: 1...120, using: &random)
    let depth = ColorDepth.allCases[Int.random(in: 0..<4, using: &random)]
    let theme = Theme(
      strings: Strings(language: Bool.random(using: &random) ? .english : .japanese),
      palette: Palette(depth: depth),
      signs: Bool.random(using: &random) ? .unicode : .ascii,
      columns: width, isLive: Bool.random(using: &random))
    switch Place.allCases[Int.random(in: Place.allCases.indices, using: &random)] {
    case .question: _ = theme.drawn(text)
    case .line: _ = theme.line(of: text)
    case .cell: _ = theme.line(of: text).truncated(to: width).padded(to: width)
    case .searchHit:
      let found = FoundText(text.sanitisedLine, words: [String(text.prefix(2)), "a"])
      _ = found.drawn(cells: width, theme)
      _ = FoundText.marking([String(text.suffix(2))], in: theme.line(of: text), theme)
    case .hint:
      _ = text.sanitised.wrapped(to: width, indent: Int.random(in: 0...width, using: &random))
    case .typing:
      var buffer = EditBuffer()
      for character in text { buffer.insert(String(character).sanitisedTyping) }
      buffer.move(to: Int.random(in: 0...text.count, using: &random))
      buffer.remove(to: Int.random(in: 0...text.count, using: &random))
    }
  }
}
