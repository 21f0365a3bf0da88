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
  /// The answer records created so far, by position in the session.
  private var answers: [Int: Answer]
  /// The position in the attempt of each of the session's questions.
  private let positions: [Int]
  private var lastPosition: Int
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
    (scheduler, timeInterval) = (world.scheduler, world.timeInterval)
    timeWrittenAt = world.scheduler.now
    positions = Array(session.items.indices)
    lastPosition = session.position
    answers = [:]
    attempt = Attempt(session.setup, startedAt: world.now())
    attempt.id = store.insert(attempt)
    progress = AttemptProgress(attempt.id, session.progress, position: 0)
    progress.id = store.insert(progress)
    try save()
    listen()
  }

  /// Resumes an unfinished attempt.
  init(_ session: QuizSession, resuming saved: AttemptArchive.Saved, world: World) {
    self.session = session
    store = world.store
    now = world.now
    (scheduler, timeInterval) = (world.scheduler, world.timeInterval)
    timeWrittenAt = world.scheduler.now
    attempt = saved.attempt
    progress = saved.progressRecord
    positions = saved.positions
    lastPosition = session.position
    let byPosition = Dictionary(saved.answers.map { ($0.position, $0) }) { _, last in last }
    answers = [:]
    for (index, position) in positions.enumerated() { answers[index] = byPosition[position] }
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
    try write(lastPosition)
    try write(session.position)
    lastPosition = session.position
    if session.phase == .finished { try finish() } else { try writeProgress() }
  }

  /// Saves the remaining time at intervals, because a killed program gets no warning.
  private func recordTime() throws {
    guard scheduler.now - timeWrittenAt >= timeInterval else { return }
    try writeProgress()
  }

  private func writeProgress() throws {
    timeWrittenAt = scheduler.now
    progress.update(session.progress, position: positions[session.position])
    try store.update(progress)
  }

  private func save() throws {
    try store.save()
    attempt.id = store.resolve(attempt.id)
    progress.attemptID = attempt.id
  }

  /// Saves what the player did with one question, unless the record already says so.
  private func write(_ position: Int) throws {
    let item = session.items[position]
    if var answer = answers[position] {
      guard !answer.says(item) else { return }
      answer.update(item, changedAt: now())
      answers[position] = answer
      try store.update(answer)
    } else if item != item.cleared() {
      var answer = newAnswer(position)
      answer.id = store.insert(answer)
      answers[position] = answer
    }
  }

  private func newAnswer(_ position: Int) -> Answer {
    Answer(
      attempt.id, session.items[position], position: positions[position], changedAt: now())
  }

  /// Saves the outcome, and an unanswered record for every question that has no record yet.
  private func finish() throws {
    for position in answers.keys.sorted() { try write(position) }
    store.insert(
      contentsOf: session.items.indices.filter { answers[$0] == nil }.map(newAnswer))
    attempt.outcome = Attempt.Outcome(
      finishedAt: now(), score: session.items.count(where: \.isCorrect),
      milliseconds: session.elapsed.wholeMilliseconds, timedOut: session.anyTimeRanOut)
    try store.update(attempt)
    try store.delete(progress.id)
  }

  private func forgetAnswers() throws {
    for answer in answers.values { try store.delete(answer.id) }
    answers = [:]
    lastPosition = session.position
  }
}
