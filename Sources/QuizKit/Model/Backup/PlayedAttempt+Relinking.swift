import QuizStore

extension PlayedAttempt {
  /// Makes this quiz of the bank refer to its questions again, after they had been deleted and the
  /// backup has brought them back.
  func relink(to played: PlayedAttempt, in store: StoreContext) throws {
    // One stage of a review may have questions that the other stage does not have.
    guard attempt.items.count == played.attempt.items.count else { return }
    let wanted = zip(attempt.items, played.attempt.items).map { mine, theirs in
      mine.questionID == .unassigned ? theirs.questionID : mine.questionID
    }
    guard wanted != attempt.items.map(\.questionID),
      let stored = try store.record(for: attempt.id)
    else { return }
    // The stored record still has the identifiers of the deleted questions. Change only those that
    // the backup restored, and keep the others.
    try store.relink(stored) { position, id in
      wanted[position] == .unassigned ? id : wanted[position]
    }
  }
}
