import Foundation
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
  private var handle: Disposable?

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
    attempt.id = store.insert(attempt)
    progress = AttemptProgress(
      attempt.id, session.progress, position: 0,
      runningSince: session.setup.runsOn ? world.now() : nil)
    progress.id = store.insert(progress)
    try save()
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
    let byPosition = Dictionary(saved.answers.map { ($0.position, $0) }) { _, last in last }
    answers = [:]
    for item in session.items { answers[item.place] = byPosition[item.place] }
    listen()
  }

  /// Whether this is the attempt that is recorded.
  func records(_ id: Identifier<Attempt>) -> Bool { attempt.id == store.resolve(id) }

  private func listen() {
    handle = session.changes.observe { [unowned self] change in
      failed.attempt {
        if change == .time { try recordTime() } else { try record(change) }
        if store.hasChanges { try save() }
      }
    }
  }

  private func record(_ change: QuizSession.Change) throws {
    guard attempt.outcome == nil else { return }
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
    guard !session.setup.runsOn, scheduler.now - timeWrittenAt >= timeInterval else { return }
    try writeProgress()
  }

  private func writeProgress() throws {
    timeWrittenAt = scheduler.now
    progress.update(
      session.progress, position: session.current.place,
      runningSince: session.setup.runsOn ? now() : nil)
    try store.update(progress)
  }

  private func save() throws {
    try store.save()
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
    Answer(attempt.id, item, position: item.place, changedAt: now())
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
