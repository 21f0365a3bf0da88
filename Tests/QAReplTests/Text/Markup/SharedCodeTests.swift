import Foundation
import Testing

@testable import Terminal
@testable import qa_repl

/// The code of real banks.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["QA_REPL_SHARED"] != nil, "needs QA_REPL_SHARED"))
struct SharedCodeTests {
  private static let data = (ProcessInfo.processInfo.environment["QA_REPL_SHARED"] ?? "") + "/data"

  @Test(arguments: [
    "javascript-questions/README.md", "javascript-questions/README-ja_JA.md",
    "mkdocs-quiz/demo-quiz.md",
  ])
  func `each line of code is drawn with equal characters but for colour and indentation`(
    file: String
  ) throws {
    let text = try String(contentsOfFile: Self.data + "/" + file, encoding: .utf8).sanitised
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var count = 0
    var index = 0
    while index < lines.count {
      let start = index
      index += 1
      guard let fence = Fence(opening: lines[start]),
        let end = lines[index...].firstIndex(where: fence.isClosed)
      else { continue }
      let code = lines[index..<end].map(fence.content)
      index = end + 1
      count += code.count
      let block = (["What?"] + lines[start...end].map(String.init)).joined(separator: "\n")
      for columns in [nil, 200, 37] {
        // The question and a blank row stand before the code.
        let rows = Drawing.theme(.direct, columns: columns).drawn(block).dropFirst(2)
        let drawn = rows.map(Drawing.plain).reduce(into: [String]()) { drawn, row in
          if row.hasPrefix("↪ ") {
            drawn[drawn.count - 1] += row.dropFirst(2)
          } else {
            drawn.append(String(row.dropFirst(2)))
          }
        }
        #expect(drawn == code, "line \(start + 1)")
      }
    }
    #expect(count > 0)
  }
}
