import Foundation
import Testing

@testable import QuizExchange
@testable import QuizSupport

/// Reads real packages of other programs. The expected numbers come from an independent reader.
@Suite(.enabled(if: SharedData.isThere, "needs QA_REPL_SHARED"))
struct SharedPackagesTests {
  private struct Counts: Decodable {
    var kinds: [String: Int]
    var holdable: Int
  }

  private static let expected = Result {
    try JSONDecoder().decode(
      [String: Counts].self, from: Data(try SharedData.bytes("data/packages/counts.json")))
  }

  @Test func `every package gives the questions that an independent reader found`() throws {
    for (name, counts) in try Self.expected.get().sorted(by: { $0.key < $1.key }) {
      let file = try QuestionFile.read(try SharedData.bytes("data/packages/" + name), name: name)
      #expect(file.questions.count == counts.holdable, "\(name)")
      let kinds = Dictionary(grouping: file.contents.map(Self.name), by: \.self)
        .mapValues(\.count)
      for (kind, count) in kinds {
        #expect(count <= counts.kinds[kind] ?? 0, "\(name): \(kind)")
      }
    }
  }

  /// The word of the counts for a kind.
  private static func name(_ content: QuestionContent) -> String {
    switch content.kind {
    case .single: "single"
    case .trueFalse: "truefalse"
    case .several: "multiple"
    case .text, .card: "short"
    case .number: "numeric"
    case .gaps: "cloze"
    case .match: "matching"
    case .order: "ordering"
    }
  }

  @Test func `what is read from packages comes back from QTI and spreadsheets`() throws {
    for name in try Self.expected.get().keys.sorted() {
      let file = try QuestionFile.read(try SharedData.bytes("data/packages/" + name), name: name)
      for format in [QuestionFormat.qti, .xlsx] {
        let questions = file.questions.map {
          ExportedQuestion(category: $0.category ?? "deck", content: $0.content)
        }
        let kept = questions.filter { format.kinds.contains($0.content.kind) }
        let written = try #require(format.write(kept, name: "out"))
        let back = try QuestionFile.read(written.bytes, name: "out", format: format)
        let lost = Set(written.problems.filter { $0.level == .error }.compactMap(\.element))
        let expected = kept.enumerated().filter { !lost.contains("[\($0.offset + 1)]") }.map(
          \.element)
        #expect(back.contents.map(\.text) == expected.map(\.content.text), "\(name) \(format.name)")
        #expect(
          back.contents.map(\.rightAnswer) == expected.map(\.content.rightAnswer),
          "\(name) \(format.name)")
      }
    }
  }
}
