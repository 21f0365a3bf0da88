import Foundation
import QuizExchange
import QuizStore

/// A quiz with its answers, for finding out whether the bank already has a quiz of a backup.
struct PlayedAttempt {
  var attempt: Attempt
  var answers: [Answer]

  /// A mark for a quick check before the full comparison. Quizzes with different marks are
  /// certainly different.
  var mark: Mark { Mark(startedAt: attempt.startedAt, title: attempt.title) }

  struct Mark: Hashable {
    var startedAt: Date
    var title: String
  }

  /// Removes the identifiers of questions that are not in `known`. Deleted questions do not have
  /// identifiers in backups.
  mutating func forgetQuestions(outside known: Set<Identifier<Question>>) {
    for index in attempt.items.indices where !known.contains(attempt.items[index].questionID) {
      attempt.items[index].questionID = .unassigned
    }
  }

  /// Whether both are the same quiz with the same answers and outcome.
  func isEqual(to other: PlayedAttempt) -> Bool {
    isSameQuiz(as: other) { $0.isAlike($1) } && hasSameEnd(as: other)
  }

  /// Whether both are the same quiz and at least one of them is unfinished.
  func isEarlierOrLater(than other: PlayedAttempt) -> Bool {
    isSameQuiz(as: other) { $0.isAlike($1) } && isUnfinished(or: other)
  }

  /// Whether both are the same quiz at any stage, even if its questions were edited in between, so
  /// that a backup refers to other questions. With a clock that does not run, different quizzes
  /// start at the same moment.
  ///
  /// - Parameter edited: the questions of both that were ever edited.
  func isBeforeOrAfterEdits(
    of other: PlayedAttempt, edited: Set<Identifier<Question>>
  ) -> Bool {
    isSameQuiz(as: other) { mine, others in
      mine.isAlike(others)
        || mine.order == others.order
          && (edited.contains(mine.questionID) || edited.contains(others.questionID))
    } && (hasSameEnd(as: other) || isUnfinished(or: other))
  }

  private func hasSameEnd(as other: PlayedAttempt) -> Bool {
    attempt.outcome == other.attempt.outcome && picks == other.picks
  }

  private func isUnfinished(or other: PlayedAttempt) -> Bool {
    attempt.outcome == nil || other.attempt.outcome == nil
  }

  /// Whether both started at the same time with the same rules and questions.
  private func isSameQuiz(
    as other: PlayedAttempt, _ areAlike: (Attempt.Item, Attempt.Item) -> Bool
  ) -> Bool {
    attempt.startedAt == other.attempt.startedAt && attempt.title == other.attempt.title
      && attempt.mode == other.attempt.mode && attempt.timeLimit == other.attempt.timeLimit
      && attempt.questionTimeLimit == other.attempt.questionTimeLimit
      && attempt.isPartial == other.attempt.isPartial && attempt.exam == other.attempt.exam
      && hasSameItems(as: other, areAlike)
  }

  /// Compares the questions. A review may get more questions over time, because some are repeated,
  /// or fewer, because it was ended early.
  private func hasSameItems(
    as other: PlayedAttempt, _ areAlike: (Attempt.Item, Attempt.Item) -> Bool
  ) -> Bool {
    guard attempt.repeatsMistakes == true, other.attempt.repeatsMistakes == true else {
      return attempt.items.count == other.attempt.items.count
        && zip(attempt.items, other.attempt.items).allSatisfy(areAlike)
    }
    let lists = [attempt, other.attempt].map { $0.items.filter { $0.after == nil } }
    let (short, long) =
      lists[0].count < lists[1].count ? (lists[0], lists[1]) : (lists[1], lists[0])
    var rest = long[...]
    return short.allSatisfy { item in
      guard let place = rest.firstIndex(where: { areAlike(item, $0) }) else { return false }
      rest = rest[(place + 1)...]
      return true
    }
  }

  /// The answer at each position, without unanswered questions.
  private var picks: [Int: Response] {
    Dictionary(answers.compactMap { answer in answer.response.map { (answer.position, $0) } }) {
      $1
    }
  }
}

extension Attempt.Item {
  /// Whether the question and the order of its choices are the same. A deleted question matches any
  /// question.
  fileprivate func isAlike(_ other: Attempt.Item) -> Bool {
    order == other.order
      && (questionID == other.questionID || questionID == .unassigned
        || other.questionID == .unassigned)
  }
}
