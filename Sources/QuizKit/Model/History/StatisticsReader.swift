import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// Calculates statistics from the records of a bank.
struct StatisticsReader {
  private typealias Tallies = IdentifierTable<Question, Statistics.Tally>

  private let bank: QuestionBank
  private let answers: AnswerLog
  private let today: Day
  private var store: StoreContext { bank.store }

  init(_ bank: QuestionBank, _ history: AttemptHistory) {
    self.bank = bank
    answers = history.answers
    today = Day(bank.now(), in: bank.timeZone)
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
    let answers = try answers.entries()
    var tallies = Tallies(answers.map(\.questionID), initially: Statistics.Tally())
    for answer in answers {
      let index = Day(answer.changedAt, in: bank.timeZone).number - monday.number
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
