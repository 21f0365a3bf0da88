import QuizStore

extension BackupMerge {
  /// Points a quiz in the bank to its questions again, when they had been deleted and the backup
  /// has brought them back.
  func relink(_ there: PlayedAttempt, to played: PlayedAttempt) throws {
    var attempt = there.attempt
    // A review may have questions that the other stage of it does not have.
    guard attempt.items.count == played.attempt.items.count else { return }
    for index in attempt.items.indices where attempt.items[index].questionID == .unassigned {
      attempt.items[index].questionID = played.attempt.items[index].questionID
    }
    guard attempt != there.attempt else { return }
    // The stored record still has the identifiers of the deleted questions. Change only those that
    // the backup restored, and keep the others.
    guard var stored = try store.record(for: attempt.id) else { return }
    for index in stored.items.indices where attempt.items[index].questionID != .unassigned {
      stored.items[index].questionID = attempt.items[index].questionID
    }
    try store.update(stored)
    for var answer in there.answers where stored.items.indices.contains(answer.position) {
      answer.questionID = stored.items[answer.position].questionID
      try store.update(answer)
    }
  }
}
