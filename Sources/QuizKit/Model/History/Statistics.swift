import Foundation
import QuizSupport

/// Statistics about the answers in a bank.
///
/// Counts only finished quizzes, because other answers may still change. The calendar counts the
/// answers of all quizzes, because it shows how much was done and not how well. An unanswered
/// question counts as wrong, as in the score.
package struct Statistics: Equatable, Sendable {
  /// How often questions were asked, and how often the answer was right.
  package struct Tally: Equatable, Sendable {
    /// How often the questions were asked.
    package var answers = 0
    /// How many of the answers were right.
    package var correct = 0
    /// The share of right answers; 0 without answers.
    package var share: Double { answers > 0 ? Double(correct) / Double(answers) : 0 }

    mutating func add(_ isCorrect: Bool) {
      answers += 1
      if isCorrect { correct += 1 }
    }

    mutating func add(_ other: Tally) {
      answers += other.answers
      correct += other.correct
    }
  }

  /// The result for one deck or tag.
  package struct Named: Equatable, Sendable {
    /// The name of the deck or tag.
    package var name: String
    /// The result for its questions.
    package var tally: Tally
  }

  /// The score of one quiz.
  package struct Score: Equatable, Sendable {
    /// When the quiz started.
    package var startedAt: Date
    /// How many answers were right.
    package var correct: Int
    /// The sum of the points for the answers, at most one point each.
    package var points: Double
    /// How many questions were asked.
    package var count: Int
  }

  /// A question that is often answered wrongly.
  package struct Weak: Equatable, Sendable {
    /// The question.
    package var question: Question
    /// The result for this question.
    package var tally: Tally
  }

  /// The activity on one day.
  package struct Activity: Equatable, Sendable {
    /// The day.
    package var day: Day
    /// How many answers were given on this day.
    package var answers: Int
  }

  /// How many quizzes were finished.
  package internal(set) var attempts = 0
  /// The result for all questions together.
  package internal(set) var total = Tally()
  /// The results by deck, in the order in which the decks were created. Decks without answers are
  /// left out.
  package internal(set) var decks: [Named] = []
  /// The results by tag, the most frequently asked first.
  package internal(set) var tags: [Named] = []
  /// The latest scores, at most ``mostScores``, oldest first.
  package internal(set) var scores: [Score] = []
  /// The questions with the lowest expected rate of right answers, at most ``mostWeak``, weakest
  /// first.
  package internal(set) var weakest: [Weak] = []
  /// The days of the last ``weeks`` weeks, from a Monday to today.
  package internal(set) var days: [Activity] = []

  /// The maximum number of scores in ``scores``.
  package static let mostScores = 20
  /// The maximum number of questions in ``weakest``.
  package static let mostWeak = 10
  /// How many weeks the calendar covers, including the current one.
  package static let weeks = 53
}

extension Statistics.Tally {
  /// The estimated probability of a right answer: (correct + 1) / (answers + 2), Laplace's rule of
  /// succession (Essai philosophique sur les probabilités, 1814). It counts several mistakes as
  /// worse than one, while the plain ratio would be 0 for both.
  var expectation: Double { Double(correct + 1) / Double(answers + 2) }
}
