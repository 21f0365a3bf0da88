import QuizStore

/// Merges the quizzes of a synchronization with their answers.
struct QuizMerge {
  private let run: SyncRun
  private let writer: MergeWriter

  init(in run: SyncRun, _ writer: MergeWriter) { (self.run, self.writer) = (run, writer) }

  /// Writes the touched quizzes that exist, and collects those that were deleted.
  func perform() throws {
    let keys = run.touched.filter { run.table[$0]?.kind == .attempt }
    let states = try keys.map { try run.table.state(of: $0) }
    var left = keys.makeIterator()
    try QuizDecoding.decode(states.map { $0?.isAlive == true ? $0?.values : nil }) { made in
      guard let key = left.next() else { return }
      try writer.writeTouched(key, Attempt.self) { _, id in
        guard let quiz = try run.record(of: key, { try made?.get() }) ?? nil else { return nil }
        let (attempt, _) = quiz.records(at: id, run.questionID)
        try run.noteUnread(key) { try run.coder.fields(of: attempt, []) { _ in nil } }
        return try write(quiz, at: id)
      }
    }
  }

  /// Writes a quiz, and returns its version if it has changed.
  private func write(_ quiz: ExchangedAttempt, at id: Identifier<Attempt>) throws -> UInt64? {
    let (attempt, answers) = quiz.records(at: id, run.questionID)
    let isChanged = try write(attempt)
    let written = try write(answers, of: id)
    if attempt.outcome != nil {
      let progress = try run.work.identifiers(
        where: .index(\AttemptProgress.attemptID), isOneOf: [id])
      try run.work.delete(progress)
    }
    return isChanged || written.isChanged ? try run.version(of: id, written.answers) : nil
  }

  private func write(_ attempt: Attempt) throws -> Bool {
    guard try run.work.store.version(of: attempt.id) == nil else {
      return try writer.write(attempt)
    }
    // Stage the quiz, because there may be very many.
    try run.work.stage(attempt)
    run.noteReceived()
    return true
  }

  /// Writes the answers of a quiz, and deletes the answers that it no longer has.
  ///
  /// - Returns: The answers, and whether they have changed.
  private func write(
    _ answers: [Answer], of id: Identifier<Attempt>
  ) throws -> (answers: [Identifier<Answer>], isChanged: Bool) {
    var there: [Int: Answer] = [:]
    var rest: [Identifier<Answer>] = []
    if try run.work.store.version(of: id) != nil {
      for answer in try run.work.records(whose: \Answer.attemptID, is: id) {
        if let other = there.updateValue(answer, forKey: answer.position) { rest.append(other.id) }
      }
    }
    var (new, kept, isChanged) = ([Answer](), [Identifier<Answer>](), false)
    for var answer in answers {
      if let old = there.removeValue(forKey: answer.position) {
        answer.id = old.id
        kept.append(old.id)
        guard answer != old else { continue }
        try run.work.update(answer)
        isChanged = true
      } else {
        new.append(answer)
      }
    }
    rest += there.values.map(\.id).sorted()
    try run.work.delete(rest)
    // Stage the answers, because there may be very many.
    kept += try run.work.stage(new)
    return (kept.sorted(), isChanged || !new.isEmpty || !rest.isEmpty)
  }
}
