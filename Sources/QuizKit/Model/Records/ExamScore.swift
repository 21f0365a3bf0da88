import QuizExchange

/// The marks of an exam that was taken, or of one of its sections.
package struct ExamScore: Codable, Equatable, Sendable {
  /// The marks for all answers. Below 0 where wrong answers cost more than right ones gave.
  package var points: Double
  /// The marks that there were.
  package var possible: Double
  /// Whether the marks reach the pass mark.
  package var passed: Bool
}

extension ExamRules {
  /// The marks for questions as they are answered now.
  func score(of items: some Sequence<QuizItem>) -> ExamScore {
    var (points, count) = (0.0, 0)
    for item in items {
      points += marks(for: item)
      count += 1
    }
    let possible = Double(count) * marks.right.value
    let sum = points.settled
    // Marks in thirds may miss a whole number by a little.
    return ExamScore(
      points: sum, possible: possible.settled, passed: sum >= passMark.share * possible - 1e-6)
  }

  /// The marks for each section, in the order of ``sections``.
  func sectionScores(of items: [QuizItem]) -> [ExamScore] {
    let bySection = Dictionary(grouping: items) { $0.section ?? -1 }
    return sections.indices.map { score(of: bySection[$0] ?? []) }
  }

  /// The marks for one question. An answer that is worth something gives its part of the marks for
  /// a right one. What is worth nothing, or less, counts as wrong, or costs what the author says
  /// where that is more.
  private func marks(for item: QuizItem) -> Double {
    guard item.response != nil else { return marks.unanswered.value }
    let points = item.grade.points
    let earned = marks.right.value * points
    return points > 0 ? earned : min(earned, marks.wrong.value)
  }
}

extension Double {
  /// The number, or the whole number that it misses by rounding alone.
  var settled: Double {
    abs(self - rounded()) < 1e-6 ? rounded() : self
  }
}
