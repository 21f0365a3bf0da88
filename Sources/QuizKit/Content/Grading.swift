/// The rules for grading answers.
package struct Grading: Hashable, Sendable {
  /// Whether a partly right answer earns a part of the point.
  package var isPartial: Bool

  /// Whether a single picked choice earns the credit that the author gave to it, which may be
  /// negative.
  package var isWeighted: Bool

  /// Creates rules; without arguments an answer is right or wrong.
  ///
  /// - Parameter isExam: whether the rules are those of an exam. In an exam a single picked choice
  ///   earns its weight even when `isPartial` is false.
  package init(isPartial: Bool = false, isExam: Bool = false) {
    (self.isPartial, isWeighted) = (isPartial, isPartial || isExam)
  }

  /// Grades an answer; `nil` means that the player gave no answer.
  ///
  /// An answer with several choices is right when it has all right choices and no others. With
  /// partial credit, it earns the sum of the author's weights, as in Moodle's
  /// `qtype_multichoice_multi_question::grade_response`; without weights, each right choice earns
  /// the same share, and each wrong choice takes the same share away. The credit is never negative.
  /// Of the accepted texts and numbers the first that matches decides, as in Moodle's
  /// `question_first_matching_answer_grading_strategy`.
  ///
  /// An answer with several parts earns the share of its right parts: gaps that are filled rightly,
  /// pairs that belong together, choices in their absolute place, as in Moodle's
  /// `qtype_ordering_question` with the grading type `ABSOLUTE_POSITION`. The learner grades the
  /// answer to a card.
  ///
  /// When the player picks a single choice, the best choice is right, whatever its weight. A weight
  /// counts as in Moodle's `qtype_multichoice_single_question::grade_response`, even when it is
  /// negative.
  package func grade(_ response: Response?, to content: QuestionContent) -> Grade {
    guard let response, response.fits(content) else { return Grade(points: 0) }
    if case (.choice(let position), .single(let solution)) = (response, content.solution) {
      let isRight = solution.right.contains(position)
      return Grade(
        points: isWeighted ? solution.worth(of: position) : isRight ? 1 : 0, isRight: isRight)
    }
    let worth = worth(of: response, to: content)
    return Grade(points: isPartial || worth >= Grade.right ? worth : 0)
  }

  /// The credit, from 0 to 1, for an answer that fits the question.
  private func worth(of response: Response, to content: QuestionContent) -> Double {
    let solution = content.solution
    return switch (response, solution) {
    case (.choice(let position), .trueFalse(let correct)): position == correct ? 1 : 0
    case (.choices(let positions), .several(let solution)): worth(of: positions, to: solution)
    case (.typed(let text), _): solution.match(text)?.fraction ?? 0
    case (.recall(let grade), _): grade.isRight ? 1 : 0
    case (.gaps(let answers), .gaps(let solution)): solution.worth(of: answers)
    case (.order(let positions), _):
      Self.worth(
        ofOrder: positions.map { content.choices[$0].text },
        content.choices.map(\.text))
    case (.pairs(let pairs), .match(let solution)): solution.worth(of: pairs)
    default: 0
    }
  }

  /// The share of the texts in their absolute place. Equal texts are the same.
  private static func worth(ofOrder texts: [String], _ right: [String]) -> Double {
    Double(zip(texts, right).count { $0 == $1 }) / Double(right.count)
  }

  private func worth(of positions: [Int], to solution: SeveralSolution) -> Double {
    if positions == solution.correct { return 1 }
    // Weights may add up to full credit although a choice is wrong or missing.
    guard isPartial else { return 0 }
    let worth =
      if let weights = solution.weights {
        positions.reduce(0) { $0 + (weights.indices.contains($1) ? weights[$1] : 0) }
      } else {
        positions.reduce(0) { $0 + (solution.correct.contains($1) ? 1.0 : -1.0) }
          / Double(max(solution.correct.count, 1))
      }
    return min(max(worth, 0), 1)
  }
}

/// The result of grading an answer.
package struct Grade: Hashable, Sendable {
  /// The fewest points of a right answer. Thirds that an author wrote with five digits add up to at
  /// least this number; Moodle's `question_state::graded_state_for_fraction` has the same limit.
  static let right = 0.999_999

  /// The points, from -1 to 1. They are negative only for a single picked choice for which the
  /// author takes points off.
  package let points: Double

  /// Whether the answer is right.
  package let isRight: Bool

  /// The points, if they are not the usual 1 for a right answer or 0 for any other answer;
  /// otherwise `nil`.
  package var unusualPoints: Double? { points == (isRight ? 1 : 0) ? nil : points }

  init(points: Double) {
    self.points = points >= Self.right ? 1 : points
    isRight = self.points == 1
  }

  init(points: Double, isRight: Bool) {
    (self.points, self.isRight) = (points, isRight)
  }
}

/// The result of picking a choice, or of not picking it, when several choices can be right.
public enum ChoiceMark: String, Codable, Hashable, Sendable {
  /// The choice is right and was picked.
  case hit
  /// The choice is right and was not picked.
  case missed
  /// The choice is wrong and was picked.
  case wrong
}

/// A choice with the result of picking it.
public struct MarkedChoice: Encodable, Hashable, Sendable {
  /// The text of the choice.
  public var text: String
  /// The result of picking the choice, or of not picking it.
  public var mark: ChoiceMark
}

extension QuestionContent {
  /// The choices that were picked or should have been picked, in the author's order; empty unless
  /// several choices can be right.
  package func marks(of response: Response?) -> [MarkedChoice] {
    guard kind == .several else { return [] }
    return choices.indices.compactMap { position in
      mark(of: position, in: response).map { MarkedChoice(text: choices[position].text, mark: $0) }
    }
  }

  /// The result for the choice at `position`; `nil` for a wrong choice that was not picked.
  package func mark(of position: Int, in response: Response?) -> ChoiceMark? {
    let isPicked = response?.positions.contains(position) ?? false
    if solution.rightChoices.contains(position) { return isPicked ? .hit : .missed }
    return isPicked ? .wrong : nil
  }
}
