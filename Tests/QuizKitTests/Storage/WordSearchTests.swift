import Foundation
import Testing

@testable import QuizStore
@testable import QuizSupport

/// Bytes may only tell what `String.contains` tells.
@Suite struct WordSearchTests {
  /// Characters that are one or several code points, with and without escapes in JSON.
  private static let pieces = [
    "a", "b", "n", "u", "0", "1", "f", " ", "か", "が", "カ", "漢", "ﾊ", "ﾞ", "Ａ", "é", "e\u{301}", "한",
    "\n", "\r\n", "\r", "\"", "\\", "/", "\u{1F}", "\u{0}", "👍", "👍🏽", "👨‍👩‍👧", "🇯🇵", "🇯", "㊙",
    "\u{200D}", "{", "}",
    ",", ":", "[", "]",
  ]

  private struct Page: StoredRecord {
    static let entityName = "page"
    var id: Identifier<Page> = .unassigned
    var body: String
    var title: String
  }

  private func verdict(_ word: String, in page: Page) throws -> WordSearch.Verdict {
    guard let search = WordSearch(word, inMember: "body") else { return .unsure }
    var bytes: [UInt8] = []
    try RecordEncoder().encode(page, to: &bytes)
    return bytes.withUnsafeBytes {
      TextForm.isSurelyComposed($0) ? search.verdict($0) : .unsure
    }
  }

  @Test func `a verdict is what String says`() throws {
    var random = SplitMix64(seed: 11)
    func text(_ most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &random))
        .map { _ in Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)] }.joined()
    }
    var verdicts: [WordSearch.Verdict: Int] = [:]
    for _ in 0..<20_000 {
      let word = text(2)
      let page = Page(
        body: text(4) + (Bool.random(using: &random) ? word : "") + text(4), title: word)
      let verdict = try verdict(word, in: page)
      verdicts[verdict, default: 0] += 1
      if verdict == .unsure { continue }
      #expect((verdict == .yes) == page.body.contains(word), "\(word.debugDescription) in \(page)")
    }
    #expect(verdicts[.yes, default: 0] > 1000)
    #expect(verdicts[.no, default: 0] > 1000)
  }

  @Test(arguments: ["歴史", "swift", "Ａ", "naïve", "한국"])
  func `an ordinary word never needs the record`(word: String) throws {
    #expect(try verdict(word, in: Page(body: "日本の\n\(word)、\"\(word)\"", title: "")) == .yes)
    #expect(try verdict(word, in: Page(body: "日本の \\ 地理", title: word)) == .no)
  }
}
