import QuizStore

/// Finds the quizzes of a backup that the bank already has. Each quiz in the bank matches at most
/// one quiz of the backup.
struct AttemptMatching {
  /// The quiz in the bank that matches a quiz of the backup.
  enum Match {
    /// The bank's quiz is kept: it is the same, it is finished, or both are unfinished.
    case known(PlayedAttempt)
    /// The bank's quiz is unfinished and the backup's is finished.
    case earlier(PlayedAttempt)
  }

  private var matches: [Int: Match] = [:]

  /// The match for the quiz at this position in the backup; `nil` when the bank does not have it.
  subscript(number: Int) -> Match? { matches[number] }

  /// Looks for `attempts`, whose question identifiers must already be those of the bank.
  init(of attempts: [PlayedAttempt], in store: StoreContext) throws {
    let marks = Set(attempts.map(\.mark))
    let there = try store.fetch(FetchDescriptor<Attempt>())
      .map { PlayedAttempt(attempt: $0, answers: []) }.filter { marks.contains($0.mark) }
    guard !there.isEmpty else { return }
    let questions = Set(try store.identifiers(FetchDescriptor<Question>()))
    var candidates: [PlayedAttempt.Mark: [PlayedAttempt]] = [:]
    for var played in there {
      played.answers = try store.records(whose: \Answer.attemptID, is: played.attempt.id)
      played.forgetQuestions(outside: questions)
      candidates[played.mark, default: []].append(played)
    }
    // Match equal quizzes first, so that none of them is mistaken for an earlier stage of another.
    pair(attempts, &candidates) { $0.isEqual(to: $1) }
    pair(attempts, &candidates) { $0.isEarlierOrLater(than: $1) }
    let rest = attempts.indices.filter { matches[$0] == nil }.flatMap { number in
      [attempts[number]] + candidates[attempts[number].mark, default: []]
    }
    let asked = Set(rest.flatMap { $0.attempt.items.map(\.questionID) }).subtracting([.unassigned])
    let edited = try store.records(for: Array(asked)).filter { $0.changedAt != $0.createdAt }
    let editedIDs = Set(edited.map(\.id))
    pair(attempts, &candidates) { $0.isBeforeOrAfterEdits(of: $1, edited: editedIDs) }
  }

  private mutating func pair(
    _ attempts: [PlayedAttempt], _ candidates: inout [PlayedAttempt.Mark: [PlayedAttempt]],
    _ areOne: (PlayedAttempt, PlayedAttempt) -> Bool
  ) {
    for (number, played) in attempts.enumerated() where matches[number] == nil {
      guard let place = candidates[played.mark]?.firstIndex(where: { areOne(played, $0) }),
        let there = candidates[played.mark]?.remove(at: place)
      else { continue }
      let isEarlier = there.attempt.outcome == nil && played.attempt.outcome != nil
      matches[number] = isEarlier ? .earlier(there) : .known(there)
    }
  }
}
