/// How answers are graded.
package struct Grading: Hashable, Sendable {
  /// Whether an answer that is partly right earns a part of the point.
  package var isPartial: Bool

  /// Whether the one choice that was picked is worth what the author says, which may be less than
  /// nothing.
  package var isWeighted: Bool

  /// Creates rules; without arguments an answer is right or wrong.
  ///
  /// - Parameter isExam: whether they are those of an exam, which gives a choice its weight
  ///   whatever else it gives parts of.
  package init(isPartial: Bool = false, isExam: Bool = false) {
    (self.isPartial, isWeighted) = (isPartial, isPartial || isExam)
  }

  /// Grades an answer; `nil` is no answer.
  ///
  /// An answer with several choices is right when it has all right ones and no others. In part, it is worth the sum of
  /// the author's weights, as in Moodle's `qtype_multichoice_multi_question::grade_response`; without weights, each right
  /// choice is worth the same, and each wrong one takes as much away. The worth is never less than nothing. Of the accepted
  /// texts and numbers the first that matches decides, as in Moodle's `question_first_matching_answer_grading_strategy`.
  ///
  /// Where one choice is picked, the best one is right, whatever it is worth. Its weight counts as
  /// in Moodle's `qtype_multichoice_single_question::grade_response`, below nothing too.
  package func grade(_ response: Response?, to content: QuestionContent) -> Grade {
    guard let response, response.fits(content) else { return Grade(points: 0) }
    if case (.choice(let position), .single(let solution)) = (response, content.solution) {
      let isRight = solution.right.contains(position)
      return Grade(
        points: isWeighted ? solution.worth(of: position) : isRight ? 1 : 0, isRight: isRight)
    }
    let worth = worth(of: response, to: content.solution)
    return Grade(points: isPartial || worth >= Grade.right ? worth : 0)
  }

  /// What an answer that fits is worth, from 0 to 1.
  private func worth(of response: Response, to solution: Solution) -> Double {
    switch (response, solution) {
    case (.choice(let position), .trueFalse(let correct)): position == correct ? 1 : 0
    case (.choices(let positions), .several(let solution)): worth(of: positions, to: solution)
    case (.typed(let text), _): solution.match(text)?.fraction ?? 0
    default: 0
    }
  }

  private func worth(of positions: [Int], to solution: SeveralSolution) -> Double {
    if positions == solution.correct { return 1 }
    // Weights may add up to a whole point although something is wrong or missing.
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

/// What an answer is worth.
package struct Grade: Hashable, Sendable {
  /// From how many points on an answer is right. Thirds that an author wrote with five digits add up to it; Moodle's
  /// `question_state::graded_state_for_fraction` has the same limit.
  static let right = 0.999_999

  /// From -1 to 1; below 0 only where one choice is picked and the author takes points off for it.
  package let points: Double

  /// Whether the answer is right.
  package let isRight: Bool

  /// What the answer is worth where that is not one point for a right answer and nothing for any
  /// other; otherwise `nil`.
  package var unusualPoints: Double? { points == (isRight ? 1 : 0) ? nil : points }

  init(points: Double) {
    self.points = points >= Self.right ? 1 : points
    isRight = self.points == 1
  }

  init(points: Double, isRight: Bool) {
    (self.points, self.isRight) = (points, isRight)
  }
}

/// What picking a choice, or not picking it, means where several can be right.
package enum ChoiceMark: String, Codable, Hashable, Sendable {
  /// It is right, and was picked.
  case hit
  /// It is right, and was not picked.
  case missed
  /// It is wrong, and was picked.
  case wrong
}

/// A choice, and what picking it meant.
package struct MarkedChoice: Encodable, Hashable, Sendable {
  /// The text of the choice.
  package var text: String
  /// What picking it, or not picking it, meant.
  package var mark: ChoiceMark
}

extension QuestionContent {
  /// The choices that were picked or should have been, in the author's order; empty where not several can be right.
  package func marks(of response: Response?) -> [MarkedChoice] {
    guard kind == .several else { return [] }
    return choices.indices.compactMap { position in
      mark(of: position, in: response).map { MarkedChoice(text: choices[position].text, mark: $0) }
    }
  }

  /// What an answer means for the choice at `position`; `nil` for a wrong choice that was not picked.
  package func mark(of position: Int, in response: Response?) -> ChoiceMark? {
    let isPicked = response?.positions.contains(position) ?? false
    if solution.rightChoices.contains(position) { return isPicked ? .hit : .missed }
    return isPicked ? .wrong : nil
  }
}
