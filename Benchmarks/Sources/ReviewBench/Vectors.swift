import Foundation
import QuizKit
import QuizStore

/// The shared vectors: sequences of the reference implementation, and the answers of a real
/// learner.
struct Vectors {
  let folder: String

  /// How far the formulas are from the reference.
  struct Difference {
    var steps = 0
    var largest = 0.0
    var intervals = 0
  }

  private struct File: Decodable {
    var sequences: [Sequence]
  }

  private struct Sequence: Decodable {
    var target: Double
    var steps: [Step]
  }

  private struct Step: Decodable {
    var elapsed: Int
    var right: Bool
    var stability: Double
    var difficulty: Double
    var interval: Int
  }

  func difference(from formulas: FSRS) throws -> Difference {
    var difference = Difference()
    for sequence in try JSONDecoder().decode(File.self, from: data("sequences.json")).sequences {
      var state: MemoryState?
      for step in sequence.steps {
        let next = state.map { before in
          formulas.next(
            before, isRight: step.right, days: step.elapsed,
            recall: formulas.recall(after: step.elapsed, stability: before.stability))
        }
        let now = next ?? formulas.first(isRight: step.right)
        difference.steps += 1
        difference.largest = max(
          difference.largest, abs(now.stability - step.stability),
          abs(now.difficulty - step.difficulty))
        let interval = formulas.interval(for: sequence.target, stability: now.stability)
        if interval != step.interval { difference.intervals += 1 }
        state = now
      }
    }
    return difference
  }

  func reviews() throws -> [ReviewAnswer] {
    let text = String(decoding: try data("reviews.csv"), as: UTF8.self)
    let fraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return try text.split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: ",")
      let time = String(cells[2])
      let instant =
        time.contains(".") ? try fraction.parse(time) : try Date.ISO8601FormatStyle().parse(time)
      return ReviewAnswer(
        to: Identifier(rawValue: Int64(cells[0]) ?? 0), at: instant, isRight: cells[1] != "1",
        choices: nil)
    }
  }

  private func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
  }
}
