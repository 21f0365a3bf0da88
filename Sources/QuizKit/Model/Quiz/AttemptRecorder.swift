import Foundation
import QuizStore
import QuizSupport
import Signals

/// Saves what happens in a quiz, one small save per answer, so that nothing is lost when the
/// program is killed.
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
  private var standing = Standing.current
  private var isSaving = false
  /// The questions that a backup has brought back under other numbers since the quiz began.
  private var renumbered: [Identifier<Question>: Identifier<Question>] = [:]
  private let bag = DisposeBag()

  /// How the records here stand to those of the store.
  private enum Standing {
    /// They agree.
    case current
    /// Another part of the program, such as a synchronization, has saved quizzes since the last
    /// save here.
    case outdated
    /// The last change could not be saved completely. The records here may be ahead of the store.
    case failed
    /// The quiz was left before anything was answered, and its record was deleted.
    case forgotten
  }

  /// Starts a new attempt.
  ///
  /// - Throws: The store's error; the quiz should then not start.
  init(_ session: QuizSession, world: World) throws {
    self.session = session
    store = world.store
    now = world.now
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
    attempt = saved.attempt
    progress = saved.progressRecord
    lastPlace = session.current.place
    let byPosition = saved.answers.byPosition
    answers = [:]
    for item in session.items { answers[item.place] = byPosition[item.place] }
    listen()
  }

  /// Whether this recorder records the attempt with this identifier.
  func records(_ id: Identifier<Attempt>) -> Bool { attempt.id == store.resolve(id) }

  private func listen() {
    store.saves.filter {
      $0.concerns(Attempt.self) || $0.concerns(AttemptProgress.self) || $0.concerns(Answer.self)
    }.observe { [unowned self] _ in
      if !isSaving, standing == .current { standing = .outdated }
    }.disposed(by: bag)
    // A tick is not saved: what is left is kept with the next answer, pause or departure.
    session.changes.filter { $0 != .time }.observe { [unowned self] change in
      failed.attempt {
        do {
          try save { try record(change) }
        } catch {
          // The next change then writes everything again.
          standing = .failed
          throw error
        }
      }
    }.disposed(by: bag)
  }

  private func record(_ change: QuizSession.Change) throws {
    guard standing != .forgotten, attempt.outcome == nil || standing == .failed,
      try catchUp(isPlayed: change != .left)
    else { return }
    if change == .left, !session.setup.staysUnanswered, answers.isEmpty,
      !session.items.contains(where: { $0 != $0.cleared() })
    {
      try store.delete(attempt.id)
      standing = .forgotten
      return
    }
    if change == .restarted { try forgetAnswers() }
    try addRepeated()
    if let last = session.sheet.item(at: lastPlace) { try write(last) }
    try write(session.current)
    lastPlace = session.current.place
    if session.phase == .finished { try finish() } else { try writeProgress() }
  }

  private func writeProgress() throws {
    progress.update(
      session.progress, position: session.current.place,
      runningSince: session.setup.runsOn ? now() : nil)
    try store.update(progress)
  }

  /// Changes the records and saves them. If that fails, none of the changes stays pending, because
  /// it would get in the way of other saves.
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

  /// Adds the repeated questions to the record of the quiz.
  private func addRepeated() throws {
    guard attempt.repeatsMistakes == true else { return }
    let new = session.items.filter { $0.place >= attempt.items.count }
    guard !new.isEmpty else { return }
    attempt.items += new.sorted { $0.place < $1.place }.map(Attempt.Item.init)
    try store.update(attempt)
  }

  /// Saves a question with its answer, unless the record already agrees with it.
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
      // A review without any answers is not recorded.
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

  /// Removes the questions that the session has dropped from the record, and moves the answers to
  /// the other questions to their new positions.
  private func leaveOutUnreached() throws {
    guard attempt.repeatsMistakes == true else { return }
    let records = try store.records(whose: \Answer.attemptID, is: attempt.id)
    let reached = Set(session.items.map(\.place))
    let kept = records.filter { reached.contains($0.position) || $0.response != nil }
    let keptIDs = Set(kept.map(\.id))
    for answer in records where !keptIDs.contains(answer.id) { try store.delete(answer.id) }
    let places = Set(kept.map(\.position)).sorted()
    guard places.count < attempt.items.count else { return }
    attempt.keepItems(at: places)
    let positions = Dictionary(uniqueKeysWithValues: zip(places, 0...))
    for var answer in kept where positions[answer.position] != answer.position {
      answer.position = positions[answer.position] ?? answer.position
      try store.update(answer)
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

/// Reacts to the effects of synchronization, backups and undo on the quiz while it is played.
extension AttemptRecorder {
  /// Takes over the changes that another part of the program has saved to the quiz. If the quiz was
  /// deleted, for example on another device, it is restored in its current state, because the
  /// player's action is later than the deletion.
  ///
  /// - Parameter isPlayed: whether the player did something. Otherwise a deleted quiz stays
  ///   deleted.
  /// - Returns: `false` when there is no quiz to write to.
  /// - Throws: ``BankError/alreadyFinished`` when the quiz was finished elsewhere.
  private func catchUp(isPlayed: Bool) throws -> Bool {
    guard standing != .current else { return true }
    var there: Attempt? = try store.record(for: attempt.id)
    guard isPlayed || there.map({ $0.outcome == nil }) ?? false else { return false }
    if there == nil { there = try attemptFromBackup() }
    guard there?.outcome == nil else { throw BankError.alreadyFinished }
    if let there { try take(there) } else { bringBack() }
    standing = .current
    try addRepeated()
    for item in session.items { try write(item) }
    return true
  }

  /// The same quiz under another number, if a backup was restored after the deletion.
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
      // The quiz on the screen decides which questions it has.
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

  /// Inserts all records again under their old numbers, so that undoing the deletion does not
  /// insert them a second time.
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

/// Measures the time of a quiz: the time taken, and the time left for the whole quiz, for each
/// section of an exam and for one question. Also measures how long each question was on the screen.
final class QuizClock {
  /// An event caused by time passing.
  enum Event {
    /// A displayed number of seconds has changed.
    case tick
    /// The time for the whole quiz ran out.
    case ended
    /// The time for the question ran out.
    case questionEnded
    /// The time for the section at this position ran out.
    case sectionEnded(Int)
    /// The wait until a question may be asked again is over.
    case waitEnded
  }

  /// The times that run.
  struct Times {
    /// Whether the time taken for the quiz runs.
    var stopwatch = false
    /// Whether the time left for the quiz runs.
    var quiz = false
    /// The only section whose time runs; `nil` for none.
    var section: Int?
    /// Whether the time left for the question on the screen runs.
    var question = false
    /// The time left for the question on the screen; `nil` for its full time.
    var questionLeft: Duration?
    /// The place of the question that the player sees; `nil` for none.
    var shown: Int?
    /// The time until the question on the screen may be asked again; `nil` for no wait.
    var wait: Duration?
  }

  /// Emits the events that the passing of time causes. Calls do not cause events.
  let events: Signal<Event>
  /// The countdown of the whole quiz; `nil` when there is no limit.
  let countdown: CountdownTimer?
  /// The countdown of the question on the screen; `nil` when questions have no limit.
  let questionCountdown: CountdownTimer?
  /// The countdowns of the sections with their own time limits, by position.
  let sectionCountdowns: [Int: CountdownTimer]

  private let scheduler: any TimeScheduler
  private var stopwatch: Stopwatch
  private var isQuestionTimed = false
  /// How long each question was on the screen, by its place.
  private var shownTimes: [Int: Duration] = [:]
  /// The question on the screen, and the time on the stopwatch when it appeared.
  private var visit: (place: Int, began: Duration)?
  private var endOfWait: Disposable?
  private let waits = PublishSubject<Event>()
  private let sectionCount: Int

  /// - Parameter sections: The time limit of each section; `nil` for a section without a limit.
  init(
    time: Duration?, perQuestion: Duration?, sections: [Duration?] = [],
    scheduler: any TimeScheduler
  ) {
    self.scheduler = scheduler
    stopwatch = Stopwatch(scheduler: scheduler)
    let countdown = time.map { CountdownTimer(length: $0, scheduler: scheduler) }
    let questionCountdown = perQuestion.map { CountdownTimer(length: $0, scheduler: scheduler) }
    (self.countdown, self.questionCountdown) = (countdown, questionCountdown)
    sectionCountdowns = Dictionary(
      uniqueKeysWithValues: sections.enumerated().compactMap { position, time in
        time.map { (position, CountdownTimer(length: $0, scheduler: scheduler)) }
      })
    sectionCount = sections.count
    events = .merge(
      [
        countdown?.events(atEnd: .ended), questionCountdown?.events(atEnd: .questionEnded),
        waits.signal,
      ].compactMap(\.self)
        + sectionCountdowns.sorted { $0.key < $1.key }
        .map { $0.value.events(atEnd: .sectionEnded($0.key)) })
  }

  var elapsed: Duration { stopwatch.elapsed }
  var timeLeft: Duration? { countdown?.remaining }
  /// The time left for the question on the screen; `nil` when its time is not running.
  var questionTimeLeft: Duration? { isQuestionTimed ? questionCountdown?.remaining : nil }

  /// The time left for each section, zero for sections without a limit; `nil` when no section has a
  /// limit.
  var sectionTimesLeft: [Duration]? {
    guard !sectionCountdowns.isEmpty else { return nil }
    return (0..<sectionCount).map { sectionCountdowns[$0]?.remaining ?? .zero }
  }

  /// Whether the time of the section at this position ran out.
  func isOver(_ section: Int) -> Bool { sectionCountdowns[section]?.remaining == .zero }

  /// The time for which the question at a place was on the screen; `nil` when it never was.
  func timeShown(_ place: Int) -> Duration? { shownTimes[place] }

  /// Adds the time since the question appeared to the time for which it was on the screen.
  func keepShownTime() {
    guard let visit else { return }
    shownTimes[visit.place, default: .zero] += elapsed - visit.began
    self.visit = (visit.place, elapsed)
  }

  /// Resets all times to the beginning of the quiz, not running.
  func reset() {
    (shownTimes, visit) = ([:], nil)
    stopwatch = Stopwatch(scheduler: scheduler)
    countdown?.stop()
    questionCountdown?.stop()
    for countdown in sectionCountdowns.values { countdown.stop() }
  }

  /// Restores the times of an unfinished quiz, not running.
  ///
  /// - Parameter items: the questions, with the times for which they were on the screen.
  func restore(
    elapsed: Duration, left: Duration?, sections: [Duration]?, shown items: [QuizItem]
  ) {
    stopwatch = Stopwatch(scheduler: scheduler, total: elapsed)
    if let left { countdown?.rewind(to: left) }
    for (position, left) in (sections ?? []).enumerated() {
      sectionCountdowns[position]?.rewind(to: left)
    }
    for item in items { shownTimes[item.place] = item.taken }
  }

  /// Starts those of the times that are to run, and pauses the others.
  func run(_ times: Times) {
    endOfWait = nil
    if let wait = times.wait {
      endOfWait = scheduler.after(wait) { [unowned self] in waits.emit(.waitEnded) }
    }
    times.stopwatch ? stopwatch.start() : stopwatch.pause()
    times.quiz ? countdown?.start() : countdown?.pause()
    for (position, countdown) in sectionCountdowns {
      position == times.section ? countdown.start() : countdown.pause()
    }
    if let questionCountdown {
      questionCountdown.rewind(to: times.questionLeft ?? questionCountdown.length)
      isQuestionTimed = times.question && questionCountdown.state.phase != .ended
      if isQuestionTimed { questionCountdown.start() }
    }
    visit = times.shown.map { ($0, elapsed) }
  }
}

extension CountdownTimer {
  fileprivate func events(atEnd end: QuizClock.Event) -> Signal<QuizClock.Event> {
    ticks.map { [unowned self] in state.phase == .ended ? end : .tick }
  }
}

extension QuizProgress {
  /// Lets the time limits of an exam run on for the time in which the player was away. The sections
  /// close one after another, as they would have on the screen.
  mutating func runOn(for absence: Duration, _ exam: ExamRules, _ items: [QuizItem]) {
    let gone = max(.zero, timeLeft.map { min($0, absence) } ?? absence)
    if let left = timeLeft {
      timeLeft = left - gone
      elapsed += gone
      isTimedOut = isTimedOut || left == gone
    }
    let spent = closeSections(in: gone, exam, items)
    if timeLeft == nil { elapsed += spent }
    if isTimedOut { (isConfirming, isRevising) = (true, false) }
  }

  /// Subtracts the time from the time limits of the sections. Returns how much of it they used up.
  private mutating func closeSections(
    in gone: Duration, _ exam: ExamRules, _ items: [QuizItem]
  ) -> Duration {
    guard var left = sectionTimesLeft, left.count == exam.sections.count else { return .zero }
    func isOpen(_ index: Int) -> Bool {
      guard let section = items[index].section else { return true }
      return exam.sections[section].timeLimit == nil || left[section] > .zero
    }
    var rest = gone
    while rest > .zero, let section = items[position].section,
      exam.sections[section].timeLimit != nil
    {
      let spent = min(rest, left[section])
      left[section] -= spent
      rest -= spent
      if left[section] > .zero || isConfirming { break }
      guard !isRevising, let next = items.indices.first(where: { $0 > position && isOpen($0) })
      else {
        (isConfirming, isRevising) = (true, false)
        break
      }
      position = next
    }
    sectionTimesLeft = left
    return gone - rest
  }
}

/// Measures the total time during which it is running.
private struct Stopwatch {
  private let scheduler: any TimeScheduler
  private var total: Duration
  private var startedAt: Duration?

  /// Creates a paused stopwatch that has already measured `total`.
  init(scheduler: any TimeScheduler, total: Duration = .zero) {
    self.scheduler = scheduler
    self.total = total
  }

  /// The time measured so far.
  var elapsed: Duration {
    total + (startedAt.map { scheduler.now - $0 } ?? .zero)
  }

  /// Starts or resumes. Does nothing while running.
  mutating func start() {
    startedAt = startedAt ?? scheduler.now
  }

  /// Pauses. Does nothing while paused.
  mutating func pause() {
    total = elapsed
    startedAt = nil
  }
}
