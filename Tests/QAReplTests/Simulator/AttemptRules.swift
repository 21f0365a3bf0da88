@testable import QuizKit
@testable import QuizStore

/// The rules for the quizzes of any bank.
enum AttemptRules {
  static func check(_ store: any DataStore) throws {
    let context = StoreContext(store)
    let attempts = try context.fetch(FetchDescriptor<Attempt>())
    var starts: Set<String> = []
    for attempt in attempts {
      let start = "\(attempt.title) \(attempt.startedAt.timeIntervalSince1970)"
      try require(starts.insert(start).inserted, "each quiz is there once", start)
      guard let outcome = attempt.outcome else { continue }
      try require(outcome.score <= attempt.items.count, "a score is at most all", start)
      try require(outcome.finishedAt >= attempt.startedAt, "a quiz ends after its start", start)
    }
    let unfinished = Set(attempts.filter { $0.outcome == nil }.map(\.id))
    for progress in try context.fetch(FetchDescriptor<AttemptProgress>()) {
      try require(
        unfinished.contains(progress.attemptID), "only what is unfinished goes on", "\(progress)")
    }
    var places: Set<[Int64]> = []
    for answer in try context.fetch(FetchDescriptor<Answer>()) {
      let place = [answer.attemptID.rawValue, Int64(answer.position)]
      try require(places.insert(place).inserted, "each question is answered once", "\(answer)")
    }
  }

  private static func require(_ condition: Bool, _ rule: String, _ detail: String) throws {
    if !condition { throw SimulationFailure(rule: rule, detail: detail) }
  }
}
