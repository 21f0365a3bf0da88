import Foundation
import QuizSupport

/// Statistics about the answers in a bank.
///
/// Counts only finished quizzes, because other answers may still change. The calendar counts answers of all quizzes, because it
/// shows how much was done and not how well. An unanswered question counts as wrong, as in the score.
public struct Statistics: Equatable, Sendable {
  /// How often questions were asked, and how often the answer was right.
  public struct Tally: Equatable, Sendable {
    /// How often the questions were asked.
    public var answers = 0
    /// How many of the answers were right.
    public var correct = 0

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
  public struct Named: Equatable, Sendable {
    /// The name of the deck or tag.
    public var name: String
    /// The result for its questions.
    public var tally: Tally
  }

  /// The score of one quiz.
  public struct Score: Equatable, Sendable {
    /// When the quiz started.
    public var startedAt: Date
    /// How many answers were right.
    public var correct: Int
    /// How many points the answers were worth, each at most one.
    public var points: Double
    /// How many questions were asked.
    public var count: Int
  }

  /// A question that is often answered wrongly.
  public struct Weak: Equatable, Sendable {
    /// The question.
    public var question: Question
    /// The result for this question.
    public var tally: Tally
  }

  /// The activity on one day.
  public struct Activity: Equatable, Sendable {
    /// The day.
    public var day: Day
    /// How many answers were given on this day.
    public var answers: Int
  }

  /// How many quizzes were finished.
  public internal(set) var attempts = 0
  /// The result for all questions together.
  public internal(set) var total = Tally()
  /// The results by deck, in the order in which the decks were created. Decks without answers are left out.
  public internal(set) var decks: [Named] = []
  /// The results by tag, the most frequently asked first.
  public internal(set) var tags: [Named] = []
  /// The latest scores, at most ``mostScores``, oldest first.
  public internal(set) var scores: [Score] = []
  /// The questions with the lowest expectation of a right answer, at most ``mostWeak``, weakest first.
  public internal(set) var weakest: [Weak] = []
  /// The days of the last ``weeks`` weeks, from a Monday to today.
  public internal(set) var days: [Activity] = []

  /// The maximum number of scores in ``scores``.
  public static let mostScores = 20
  /// The maximum number of questions in ``weakest``.
  public static let mostWeak = 10
  /// How many weeks the calendar covers, including the current one.
  public static let weeks = 53
}

extension Statistics.Tally {
  /// The estimated probability of a right answer: (correct + 1) / (answers + 2), Laplace's rule of succession (Essai
  /// philosophique sur les probabilités, 1814). It counts several mistakes as worse than one, while the plain ratio would be 0
  /// for both.
  var expectation: Double { Double(correct + 1) / Double(answers + 2) }
}
