import Foundation

/// How the answers of a bank turned out, in numbers.
///
/// Only quizzes whose result was asked for count, since other answers may still be changed; but every answer shows in the
/// calendar, which is about work and not about success. A question without an answer counts as a wrong one, as in the score.
public struct Statistics: Equatable, Sendable {
  /// So many answers, so many of them right.
  public struct Tally: Equatable, Sendable {
    /// How often it was asked.
    public var answers = 0
    /// How often the answer was right.
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

  /// A deck or a tag with how its questions turned out.
  public struct Named: Equatable, Sendable {
    /// The deck's name, or the tag.
    public var name: String
    /// How its questions turned out.
    public var tally: Tally
  }

  /// How one attempt ended.
  public struct Score: Equatable, Sendable {
    /// When it was begun.
    public var startedAt: Date
    /// How many answers were right.
    public var correct: Int
    /// How many questions were asked.
    public var count: Int
  }

  /// A question with how it turned out.
  public struct Weak: Equatable, Sendable {
    /// The question.
    public var question: Question
    /// How it turned out.
    public var tally: Tally
  }

  /// A day with how many answers were given.
  public struct Activity: Equatable, Sendable {
    /// The day.
    public var day: Day
    /// How many answers were given on it.
    public var answers: Int
  }

  /// How many quizzes were played to the result.
  public internal(set) var attempts = 0
  /// All questions that were asked.
  public internal(set) var total = Tally()
  /// The decks that were asked from, in the order in which they were made.
  public internal(set) var decks: [Named] = []
  /// The tags that were asked, the most asked first.
  public internal(set) var tags: [Named] = []
  /// The last scores, at most ``mostScores``, the oldest first.
  public internal(set) var scores: [Score] = []
  /// The questions that go wrong most, at most ``mostWeak``, the weakest first.
  public internal(set) var weakest: [Weak] = []
  /// The days of the last ``weeks`` weeks, from a Monday until today.
  public internal(set) var days: [Activity] = []

  /// How many scores are kept.
  public static let mostScores = 20
  /// How many weak questions are kept.
  public static let mostWeak = 10
  /// How many weeks the calendar has, this one included.
  public static let weeks = 16
}

extension Statistics.Tally {
  /// How likely a right answer seems after these: (correct + 1) / (answers + 2), Laplace's rule of succession (Essai philosophique sur
  /// les probabilités, 1814). One slip weighs less by it than many, where the bare ratio would call both 0.
  var expectation: Double { Double(correct + 1) / Double(answers + 2) }
}
