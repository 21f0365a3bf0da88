import Foundation
import Testing

@testable import Terminal
@testable import qa_repl

/// Nothing that a formula says is lost.
@Suite struct MathsLettersTests {
  private static let shared = ProcessInfo.processInfo.environment["QA_REPL_SHARED"]

  /// Whether every letter and digit is seen: in the one row in their order, in several rows at all.
  private func isWhole(_ source: String, _ formula: Maths) -> Bool {
    let letters = MathLetters.of(source: source)
    let rows = MathLetters.of(formula.rows(columns: nil).joined(separator: "\n"))
    func counts(_ letters: [Unicode.Scalar]) -> [Unicode.Scalar: Int] {
      letters.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    let seen = counts(rows)
    return MathLetters.are(letters, amongst: MathLetters.of(formula.line))
      && counts(letters).allSatisfy { seen[$0, default: 0] >= $1 }
  }

  @Test(arguments: 0..<20)
  func `every letter and digit is seen in its order`(seed: UInt64) throws {
    var generator = FormulaGenerator(seed: seed)
    for _ in 0..<25 {
      let source = generator.formula()
      guard source.utf8.count < 4000 else { continue }
      let formula = try #require(Maths(source), "\(source)")
      #expect(isWhole(source, formula), "\(source)\n\(formula.line)")
    }
  }

  @Test(
    .enabled(if: MathsLettersTests.shared != nil, "QA_REPL_SHARED does not name the banks' folder"))
  func `in real questions every letter and digit is seen, or the formula stands as it is written`()
    throws
  {
    let folder = try #require(Self.shared) + "/data"
    var drawn = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder)
    where ["gift", "csv", "txt", "xml", "md", "json"].contains((path as NSString).pathExtension) {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + path)))
      for span in MathSpan.all(in: bytes) {
        guard let formula = Maths(span.source) else { continue }
        drawn += 1
        #expect(isWhole(span.source, formula), "\(span.source)\n\(formula.line)")
      }
    }
    #expect(drawn >= 60)
  }
}

extension MathSpan {
  /// The formulas of a text, one after the other.
  static func all(in text: [UInt8]) -> [MathSpan] {
    var spans: [MathSpan] = []
    var index = 0
    while index < text.count {
      if beginnings.contains(text[index]), let span = MathSpan(at: index, in: text) {
        spans.append(span)
        index = span.range.upperBound
      } else {
        index += 1
      }
    }
    return spans
  }
}
