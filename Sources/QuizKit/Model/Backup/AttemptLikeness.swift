import Foundation

/// A quiz with its answers, to tell whether a backup has one that the bank has as well.
struct PlayedAttempt {
  var attempt: Attempt
  var answers: [Answer]

  /// Quizzes of different marks are different.
  var mark: Mark { Mark(startedAt: attempt.startedAt, title: attempt.title) }

  struct Mark: Hashable {
    var startedAt: Date
    var title: String
  }

  /// Whether both are one quiz at the same stage.
  func isEqual(to other: PlayedAttempt) -> Bool {
    isSameQuiz(as: other) && attempt.outcome == other.attempt.outcome
      && picks == other.picks
  }

  /// Whether both are one quiz of which at least one is not finished.
  func isEarlierOrLater(than other: PlayedAttempt) -> Bool {
    isSameQuiz(as: other) && (attempt.outcome == nil || other.attempt.outcome == nil)
  }

  /// Whether the same was asked under the same rules at the same time.
  private func isSameQuiz(as other: PlayedAttempt) -> Bool {
    attempt.startedAt == other.attempt.startedAt && attempt.title == other.attempt.title
      && attempt.mode == other.attempt.mode && attempt.timeLimit == other.attempt.timeLimit
      && attempt.questionTimeLimit == other.attempt.questionTimeLimit
      && attempt.items.count == other.attempt.items.count
      && zip(attempt.items, other.attempt.items).allSatisfy { $0.isAlike($1) }
  }

  /// What was picked at each position; questions without an answer have none.
  private var picks: [Int: Int] {
    Dictionary(answers.compactMap { answer in answer.selected.map { (answer.position, $0) } }) {
      $1
    }
  }
}

extension Attempt.Item {
  /// Whether the question is the same; one that was deleted may have been any.
  fileprivate func isAlike(_ other: Attempt.Item) -> Bool {
    order == other.order
      && (questionID == other.questionID || questionID == .unassigned
        || other.questionID == .unassigned)
  }
}
