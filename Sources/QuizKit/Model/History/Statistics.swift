import Foundation
import QuizExchange
import QuizStore
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

/// Calculates statistics from the records of a bank.
struct StatisticsReader {
  private typealias Tallies = IdentifierTable<Question, Statistics.Tally>

  private let bank: QuestionBank
  private let answers: AnswerLog
  private let days: LocalDays
  private let today: Day
  private var store: StoreContext { bank.store }

  init(_ bank: QuestionBank, _ history: AttemptHistory) {
    self.bank = bank
    answers = history.answers
    (days, today) = (bank.world.days, bank.world.days.day(of: bank.now()))
  }

  /// The current statistics.
  func statistics() throws -> Statistics {
    var statistics = Statistics()
    let finished = try readAttempts(&statistics)
    let tallies = try readAnswers(&statistics, of: finished)
    try readQuestions(&statistics, tallies)
    return statistics
  }

  /// Counts the finished attempts and collects their scores; returns their identifiers.
  private func readAttempts(_ statistics: inout Statistics) throws -> Set<Identifier<Attempt>> {
    var finished: Set<Identifier<Attempt>> = []
    var scores: [Statistics.Score] = []
    let attempts: [AttemptSummary] = try store.savedParts(
      of: try store.identifiers(FetchDescriptor<Attempt>()))
    for attempt in attempts {
      guard let outcome = attempt.outcome else { continue }
      finished.insert(attempt.id)
      scores.append(
        Statistics.Score(
          startedAt: attempt.startedAt, correct: outcome.score,
          points: outcome.points ?? Double(outcome.score), count: attempt.count))
    }
    statistics.attempts = finished.count
    // Sort by date, because restoring a backup adds old quizzes after new ones.
    scores.sort { $0.startedAt < $1.startedAt }
    statistics.scores = scores.suffix(Statistics.mostScores)
    return finished
  }

  /// Counts the answers in total and by day; returns the tally of each question.
  private func readAnswers(
    _ statistics: inout Statistics, of finished: Set<Identifier<Attempt>>
  ) throws -> Tallies {
    let monday = today - today.weekday - 7 * (Statistics.weeks - 1)
    var days = [Int](repeating: 0, count: today.number - monday.number + 1)
    let answers = try answers.given()
    var tallies = Tallies(answers.map(\.questionID), initially: Statistics.Tally())
    for answer in answers {
      let index = self.days.day(of: answer.changedAt).number - monday.number
      if answer.isAnswered, days.indices.contains(index) { days[index] += 1 }
      guard finished.contains(answer.attemptID) else { continue }
      tallies[answer.questionID].add(answer.isCorrect)
      statistics.total.add(answer.isCorrect)
    }
    statistics.days = days.enumerated().map {
      Statistics.Activity(day: monday + $0.offset, answers: $0.element)
    }
    return tallies
  }

  /// Adds up the questions' tallies by deck and by tag, and finds the weakest questions. Leaves out
  /// deleted questions.
  private func readQuestions(
    _ statistics: inout Statistics, _ tallies: Tallies
  ) throws {
    var decks: [Identifier<Deck>: Statistics.Tally] = [:]
    var tags: [String: Statistics.Tally] = [:]
    var weakest: [(id: Identifier<Question>, tally: Statistics.Tally)] = []
    for (deck, ids) in try store.savedIdentifiers(by: \Question.deckID) {
      for case let (id, tally) in ids.lazy.map({ ($0, tallies[$0]) }) where tally.answers > 0 {
        decks[deck, default: Statistics.Tally()].add(tally)
        if tally.correct < tally.answers { weakest.append((id, tally)) }
      }
    }
    for (names, ids) in try store.savedIdentifiers(by: \Question.content.tags) {
      let tally = ids.reduce(into: Statistics.Tally()) { sum, id in sum.add(tallies[id]) }
      if tally.answers == 0 { continue }
      for name in names { tags[name, default: Statistics.Tally()].add(tally) }
    }
    statistics.decks = try decks.keys.sorted().compactMap { id in
      guard let deck = try store.record(for: id), let tally = decks[id] else { return nil }
      return Statistics.Named(name: deck.name, tally: tally)
    }
    statistics.tags = tags.map { Statistics.Named(name: $0.key, tally: $0.value) }
      .sorted { ($1.tally.answers, $0.name) < ($0.tally.answers, $1.name) }
    weakest.sort { ($0.tally.expectation, $0.id) < ($1.tally.expectation, $1.id) }
    statistics.weakest = try weakest.prefix(Statistics.mostWeak).compactMap { id, tally in
      try store.record(for: id).map { Statistics.Weak(question: $0, tally: tally) }
    }
  }
}
