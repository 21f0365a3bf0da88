import QuizStore

extension StoreContext {
  /// Replaces the questions that a quiz and its answers refer to.
  ///
  /// - Parameter question: takes a position and the question there, and returns the question to
  ///   refer to.
  func relink(
    _ attempt: Attempt,
    _ question: (_ position: Int, Identifier<Question>) throws -> Identifier<Question>
  ) throws {
    var changed = attempt
    for position in changed.items.indices {
      let id = changed.items[position].questionID
      changed.items[position].questionID = try question(position, id)
    }
    guard changed != attempt else { return }
    try update(changed)
    for answer in try records(whose: \Answer.attemptID, is: attempt.id) {
      guard changed.items.indices.contains(answer.position) else { continue }
      var answer = answer
      answer.questionID = changed.items[answer.position].questionID
      try update(answer)
    }
  }
}

extension StoreContext {
  /// The saved and unsaved records of a kind that refer to another record.
  func identifiers<R: BankRecord, T: StoredRecord>(
    of kind: R.Type, referringTo id: Identifier<T>
  ) throws -> [Identifier<R>] {
    try R.keys.filter { $0.target == T.entityName }
      .flatMap { try identifiers(where: $0, isOneOf: [AnyHashable(id)]) }
  }
}
