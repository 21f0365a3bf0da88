/// Which quizzes of a backup the bank has, each quiz of the bank standing for one of them.
struct AttemptMatching {
  /// The quiz of the bank that a quiz of the backup is.
  enum Match {
    /// It is the same, or further on.
    case known(PlayedAttempt)
    /// It was left where the one of the backup was finished.
    case earlier(PlayedAttempt)
  }

  private var matches: [Int: Match] = [:]

  /// The match of a quiz by its place in the backup; `nil` when the bank does not have it.
  subscript(number: Int) -> Match? { matches[number] }

  /// Looks for `attempts`, whose questions are already those of the bank.
  init(of attempts: [PlayedAttempt], in store: StoreContext) throws {
    let marks = Set(attempts.map(\.mark))
    let there = try store.fetch(FetchDescriptor<Attempt>())
      .map { PlayedAttempt(attempt: $0, answers: []) }.filter { marks.contains($0.mark) }
    guard !there.isEmpty else { return }
    let questions = Set(try store.identifiers(FetchDescriptor<Question>()))
    var candidates: [PlayedAttempt.Mark: [PlayedAttempt]] = [:]
    for var played in there {
      played.answers = try store.records(whose: \Answer.attemptID, is: played.attempt.id)
      for index in played.attempt.items.indices
      where !questions.contains(played.attempt.items[index].questionID) {
        played.attempt.items[index].questionID = .unassigned
      }
      candidates[played.mark, default: []].append(played)
    }
    // Equal ones first, so that none of them is taken for another's earlier stage.
    pair(attempts, &candidates) { $0.isEqual(to: $1) }
    pair(attempts, &candidates) { $0.isEarlierOrLater(than: $1) }
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
