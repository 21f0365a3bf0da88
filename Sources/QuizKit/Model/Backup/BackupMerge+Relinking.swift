extension BackupMerge {
  /// A quiz whose questions were deleted here, and have come back with the backup, is about them again.
  func relink(_ there: PlayedAttempt, to played: PlayedAttempt) throws {
    var attempt = there.attempt
    for index in attempt.items.indices where attempt.items[index].questionID == .unassigned {
      attempt.items[index].questionID = played.attempt.items[index].questionID
    }
    guard attempt != there.attempt else { return }
    // What is in the store names the question that is gone; only what was found again is to change.
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
