import QuizExchange

/// The marks of an exam that was taken, or of one of its sections.
package struct ExamScore: Codable, Equatable, Sendable {
  /// The marks for all answers. Below 0 if wrong answers cost more marks than right answers earned.
  package var points: Double
  /// The maximum possible marks.
  package var possible: Double
  /// Whether the marks reach the pass mark.
  package var passed: Bool
}

extension ExamRules {
  /// The score of questions with their current answers.
  func score(of items: some Sequence<QuizItem>) -> ExamScore {
    var (points, count) = (0.0, 0)
    for item in items {
      points += marks(for: item)
      count += 1
    }
    let possible = Double(count) * marks.right.value
    let sum = points.settled
    // Marks in thirds may differ from a whole number by a rounding error.
    return ExamScore(
      points: sum, possible: possible.settled, passed: sum >= passMark.share * possible - 1e-6)
  }

  /// The score of each section, in the order of ``sections``.
  func sectionScores(of items: [QuizItem]) -> [ExamScore] {
    let bySection = Dictionary(grouping: items) { $0.section ?? -1 }
    return sections.indices.map { score(of: bySection[$0] ?? []) }
  }

  /// The marks for one question. A right or partly right answer earns its share of the marks for a
  /// right answer. An answer with no points or negative points counts as wrong. If the author's
  /// negative points cost more than a wrong answer, it costs that much.
  private func marks(for item: QuizItem) -> Double {
    guard item.response != nil else { return marks.unanswered.value }
    let points = item.grade.points
    let earned = marks.right.value * points
    return points > 0 ? earned : min(earned, marks.wrong.value)
  }
}

extension Double {
  /// The number, rounded to a whole number if it differs from it only by a rounding error.
  var settled: Double {
    abs(self - rounded()) < 1e-6 ? rounded() : self
  }
}
