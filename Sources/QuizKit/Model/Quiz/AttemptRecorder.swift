import Foundation
import QuizStore
import QuizSupport
import Signals

/// Saves what happens in a quiz, one small save per answer, so that nothing is lost when the program is killed.
final class AttemptRecorder {
  /// Emits the error when a save fails. The quiz goes on, and the next save tries again.
  var failures: Signal<any ReportableError> { failed.signal }

  private let failed = PublishSubject<any ReportableError>()
  private unowned let session: QuizSession
  private let store: StoreContext
  private let now: () -> Date
  private var attempt: Attempt
  private var progress: AttemptProgress
  /// The answer records created so far, by place.
  private var answers: [Int: Answer]
  /// The place of the question that was on the screen last.
  private var lastPlace: Int
  private let scheduler: any TimeScheduler
  private let timeInterval: Duration
  /// When the remaining time was last saved.
  private var timeWrittenAt: Duration
  /// Whether another part of the program, such as a synchronization, has saved quizzes since.
  private var isOutdated = false
  /// Whether the last change could not be written as a whole, so that the records here may say more than
  /// the store.
  private var hasFailed = false
  private var isSaving = false
  /// The questions that a backup has brought back under other numbers since the quiz began.
  private var renumbered: [Identifier<Question>: Identifier<Question>] = [:]
  private let bag = DisposeBag()

  /// Starts a new attempt.
  ///
  /// - Throws: What the store throws; the quiz should then not start.
  init(_ session: QuizSession, world: World) throws {
    self.session = session
    store = world.store
    now = world.now
    scheduler = world.scheduler
    timeInterval = max(world.timeInterval, session.setup.shortestLimit / 1000)
    timeWrittenAt = world.scheduler.now
    lastPlace = session.current.place
    answers = [:]
    attempt = Attempt(session.setup, startedAt: world.now())
    progress = AttemptProgress(
      attempt.id, session.progress, position: 0,
      runningSince: session.setup.runsOn ? world.now() : nil)
    try save {
      attempt.id = store.insert(attempt)
      insertProgress()
    }
    listen()
  }

  /// Resumes an unfinished attempt.
  ///
  /// - Parameter now: the date for the records; `nil` for the world's.
  init(
    _ session: QuizSession, resuming saved: AttemptArchive.Saved, world: World,
    now: (() -> Date)? = nil
  ) {
    self.session = session
    store = world.store
    self.now = now ?? world.now
    scheduler = world.scheduler
    timeInterval = max(world.timeInterval, session.setup.shortestLimit / 1000)
    timeWrittenAt = world.scheduler.now
    attempt = saved.attempt
    progress = saved.progressRecord
    lastPlace = session.current.place
    let byPosition = saved.answers.byPosition
    answers = [:]
    for item in session.items { answers[item.place] = byPosition[item.place] }
    listen()
  }

  /// Whether this is the attempt that is recorded.
  func records(_ id: Identifier<Attempt>) -> Bool { attempt.id == store.resolve(id) }

  private func listen() {
    store.saves.filter {
      $0.concerns(Attempt.self) || $0.concerns(AttemptProgress.self) || $0.concerns(Answer.self)
    }.observe { [unowned self] _ in if !isSaving { isOutdated = true } }.disposed(by: bag)
    session.changes.observe { [unowned self] change in
      failed.attempt {
        do {
          try save { if change == .time { try recordTime() } else { try record(change) } }
        } catch {
          // The next change writes all again.
          hasFailed = true
          throw error
        }
      }
    }.disposed(by: bag)
  }

  private func record(_ change: QuizSession.Change) throws {
    guard attempt.outcome == nil || hasFailed, try catchUp(isPlayed: change != .left) else {
      return
    }
    if change == .restarted { try forgetAnswers() }
    try addRepeated()
    if let last = session.item(at: lastPlace) { try write(last) }
    try write(session.current)
    lastPlace = session.current.place
    if session.phase == .finished { try finish() } else { try writeProgress() }
  }

  /// Saves the remaining time at intervals, because a killed program gets no warning. Where the time runs
  /// on without the program, the last save says enough.
  private func recordTime() throws {
    guard !session.setup.runsOn, scheduler.now - timeWrittenAt >= timeInterval,
      try catchUp(isPlayed: false)
    else { return }
    try writeProgress()
  }

  private func writeProgress() throws {
    timeWrittenAt = scheduler.now
    progress.update(
      session.progress, position: session.current.place,
      runningSince: session.setup.runsOn ? now() : nil)
    try store.update(progress)
  }

  /// Makes a change of the records and saves it. Nothing of it waits where that fails, because it would be in
  /// the way of other saves.
  private func save(_ change: () throws -> Void) throws {
    isSaving = true
    defer { isSaving = false }
    do {
      try store.transaction(change)
    } catch let error as StoreError {
      throw SaveFailure(error, store.kinds)
    }
    attempt.id = store.resolve(attempt.id)
    progress.attemptID = attempt.id
  }

  /// Adds the questions that come again to the record of the quiz.
  private func addRepeated() throws {
    guard attempt.repeatsMistakes == true else { return }
    let new = session.items.filter { $0.place >= attempt.items.count }
    guard !new.isEmpty else { return }
    attempt.items += new.sorted { $0.place < $1.place }.map(Attempt.Item.init)
    try store.update(attempt)
  }

  /// Saves what the player did with one question, unless the record already says so.
  private func write(_ item: QuizItem) throws {
    if var answer = answers[item.place] {
      guard !answer.says(item) else { return }
      answer.update(item, changedAt: now())
      answers[item.place] = answer
      try store.update(answer)
    } else if item != item.cleared() {
      var answer = newAnswer(item)
      answer.id = store.insert(answer)
      answers[item.place] = answer
    }
  }

  private func newAnswer(_ item: QuizItem) -> Answer {
    var answer = Answer(attempt.id, item, position: item.place, changedAt: now())
    answer.questionID = renumbered[answer.questionID] ?? answer.questionID
    return answer
  }

  /// Saves the outcome, and an unanswered record for every question that has no record yet.
  private func finish() throws {
    if attempt.repeatsMistakes == true, !session.items.contains(where: \.isReached) {
      // A review in which nothing was answered leaves no trace.
      attempt.outcome = outcome
      return try store.delete(attempt.id)
    }
    for item in session.items where answers[item.place] != nil { try write(item) }
    store.insert(
      contentsOf: session.items.filter { answers[$0.place] == nil }.map(newAnswer))
    try leaveOutUnreached()
    attempt.outcome = outcome
    try store.update(attempt)
    try store.delete(progress.id)
  }

  private var outcome: Attempt.Outcome {
    let score = session.items.count(where: \.isCorrect)
    return Attempt.Outcome(
      finishedAt: now(), score: score,
      points: session.points == Double(score) ? nil : session.points,
      milliseconds: session.elapsed.wholeMilliseconds, timedOut: session.anyTimeRanOut,
      exam: attempt.exam?.score(of: session.items))
  }

  /// Takes what the session has dropped out of the record, and gives the answers to the others their
  /// new positions.
  private func leaveOutUnreached() throws {
    guard attempt.repeatsMistakes == true else { return }
    let records = try store.records(whose: \Answer.attemptID, is: attempt.id)
    let reached = Set(session.items.map(\.place))
    let kept = records.filter { reached.contains($0.position) || $0.response != nil }
    let keptIDs = Set(kept.map(\.id))
    for answer in records where !keptIDs.contains(answer.id) { try store.delete(answer.id) }
    let places = Set(kept.map(\.position)).sorted()
    guard places.count < attempt.items.count else { return }
    let positions = Dictionary(uniqueKeysWithValues: zip(places, 0...))
    for var answer in kept where positions[answer.position] != answer.position {
      answer.position = positions[answer.position] ?? answer.position
      try store.update(answer)
    }
    attempt.items = places.map { place in
      var item = attempt.items[place]
      item.after = item.after.map { after in max(0, places.count { $0 <= after } - 1) }
      return item
    }
  }

  private func forgetAnswers() throws {
    for answer in answers.values { try store.delete(answer.id) }
    answers = [:]
    if attempt.repeatsMistakes == true {
      attempt.items.removeAll { $0.after != nil }
      try store.update(attempt)
    }
    lastPlace = session.current.place
  }
}

/// Follows what synchronization, backups and undo do to the quiz while it is played.
extension AttemptRecorder {
  /// Takes over what another part of the program has saved of the quiz. Where it was deleted, as on
  /// another device, it comes back with what is played now, which is later than the deletion.
  ///
  /// - Parameter isPlayed: whether the player did something. Otherwise a deleted quiz stays deleted.
  /// - Returns: whether there is a quiz to write to.
  /// - Throws: ``BankError/alreadyFinished`` when it was finished elsewhere.
  private func catchUp(isPlayed: Bool) throws -> Bool {
    guard isOutdated || hasFailed else { return true }
    var there: Attempt? = try store.record(for: attempt.id)
    guard isPlayed || there.map({ $0.outcome == nil }) ?? false else { return false }
    if there == nil { there = try attemptFromBackup() }
    guard there?.outcome == nil else { throw BankError.alreadyFinished }
    if let there { try take(there) } else { bringBack() }
    (isOutdated, hasFailed) = (false, false)
    try addRepeated()
    for item in session.items { try write(item) }
    return true
  }

  /// The same quiz under another number, which a backup brings that is read after the deletion.
  private func attemptFromBackup() throws -> Attempt? {
    let played = PlayedAttempt(attempt: attempt, answers: [])
    guard case .known(let there) = try AttemptMatching(of: [played], in: store)[0] else {
      return nil
    }
    return try store.record(for: there.attempt.id)
  }

  private func take(_ there: Attempt) throws {
    let items = attempt.items
    attempt = there
    let isSame = there.items.elementsEqual(items) {
      ($0.order, $0.after, $0.section) == ($1.order, $1.after, $1.section)
    }
    if isSame {
      for (old, new) in zip(items, there.items) where old.questionID != new.questionID {
        renumbered[old.questionID] = new.questionID
      }
    } else {
      // The quiz that is played here decides which questions come.
      attempt.items = items
      try store.update(attempt)
    }
    answers = try store.records(whose: \Answer.attemptID, is: attempt.id).byPosition
    if let saved = try store.records(whose: \AttemptProgress.attemptID, is: attempt.id).first {
      progress = saved
    } else {
      insertProgress()
    }
  }

  /// Brings all records back under their numbers, so that an undo of the deletion does not bring
  /// them a second time.
  private func bringBack() {
    store.insert(attempt)
    insertProgress()
    for (place, var answer) in answers.sorted(by: { $0.key < $1.key }) {
      answer.id = store.resolve(answer.id)
      answer.id = store.insert(answer)
      answers[place] = answer
    }
  }

  private func insertProgress() {
    (progress.id, progress.attemptID) = (store.resolve(progress.id), attempt.id)
    progress.id = store.insert(progress)
  }
}
