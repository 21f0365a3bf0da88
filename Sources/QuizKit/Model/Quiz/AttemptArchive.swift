import Foundation
import QuizExchange
import QuizStore

/// Turns stored attempts back into quizzes.
struct AttemptArchive {
  /// An attempt with everything needed to resume it.
  struct Saved {
    var attempt: Attempt
    var progressRecord: AttemptProgress
    var answers: [Answer]
    var setup: QuizSetup
    var progress: QuizProgress
  }

  private let store: StoreContext
  private let now: Date

  /// - Parameter now: the current date. It determines how far an exam has come whose time keeps
  ///   running while the player is away.
  init(_ store: StoreContext, now: Date) {
    (self.store, self.now) = (store, now)
  }

  /// The unfinished attempts and how far they have come, last started first.
  func waiting() throws -> [(attempt: AttemptSummary, progress: AttemptProgress)] {
    let progress = try store.fetch(FetchDescriptor<AttemptProgress>())
    let byAttempt = Dictionary(progress.map { ($0.attemptID, $0) }) { _, last in last }
    let attempts: [AttemptSummary] = try store.savedParts(of: byAttempt.keys.sorted(by: >))
    return attempts.compactMap { attempt in byAttempt[attempt.id].map { (attempt, $0) } }
  }

  /// The exam as the player left it, if its time has run out since; `nil` for all other unfinished
  /// quizzes.
  func expired(_ summary: AttemptSummary) throws -> Saved? {
    guard summary.exam != nil, let attempt: Attempt = try store.record(for: summary.id),
      let saved = try saved(attempt), saved.isExpired
    else { return nil }
    return saved
  }

  /// Restores `attempt` to where the player left it; `nil` when none of its questions is in the
  /// bank any more.
  ///
  /// Leaves out questions that were deleted in the meantime.
  func saved(_ attempt: Attempt) throws -> Saved? {
    let id = attempt.id
    guard let progress = try store.records(whose: \AttemptProgress.attemptID, is: id).first else {
      return nil
    }
    let answers = try store.records(whose: \Answer.attemptID, is: id)
    let byPosition = answers.byPosition
    let questions = try store.questions(of: attempt)
    var items: [QuizItem] = []
    for (index, item) in attempt.items.enumerated() {
      guard let question = questions[item.questionID] else { continue }
      var restored = QuizItem(
        question: question, item: item, answer: byPosition[index], mode: attempt.mode)
      restored.place = index
      restored.section = item.section.flatMap {
        attempt.exam?.sections.indices.contains($0) == true ? $0 : nil
      }
      guard let after = item.after else {
        items.append(restored)
        continue
      }
      // The question has waited long enough.
      restored.repetition = Repetition(precedingPlace: after, answerCount: 0, instant: .zero)
      items.insert(
        restored, at: items.firstIndex { $0.place == after }.map { $0 + 1 } ?? items.count)
    }
    guard !items.isEmpty else { return nil }
    // The question on the screen may have been deleted. The quiz then continues with the next one.
    let onScreen = items.firstIndex { $0.place == progress.position }
    let position =
      onScreen ?? items.firstIndex { $0.place > progress.position } ?? items.count - 1
    var setup = QuizSetup(
      title: attempt.title, items: items, mode: attempt.mode,
      time: attempt.timeLimit.map { .milliseconds($0) },
      perQuestion: attempt.questionTimeLimit.map { .milliseconds($0) })
    setup.repeatsMistakes = attempt.repeatsMistakes ?? false
    setup.grading = Grading(
      isPartial: attempt.isPartial ?? false, isExam: attempt.exam != nil)
    setup.exam = attempt.exam
    var reached = QuizProgress(
      position: position, isConfirming: progress.isConfirming,
      isRevising: progress.isRevising, isTimedOut: progress.isTimedOut,
      elapsed: .milliseconds(progress.elapsed),
      timeLeft: progress.timeLeft.map { .milliseconds($0) },
      // The remaining time belongs to the question that was on the screen.
      questionTimeLeft: onScreen != nil
        ? progress.questionTimeLeft.map { .milliseconds($0) } : nil,
      sectionTimesLeft: progress.sectionTimesLeft?.map { .milliseconds($0) })
    reached.recordedCount = attempt.items.count
    reached.recordedFirstCount = attempt.items.count { $0.after == nil }
    if let exam = setup.exam { reached.runOn(for: progress.absence(at: now), exam, items) }
    return Saved(
      attempt: attempt, progressRecord: progress, answers: answers, setup: setup,
      progress: reached)
  }
}

extension AttemptProgress {
  /// How long the time has kept running while the player was away. Zero if the time was stopped, or
  /// if the computer's clock was set back.
  func absence(at now: Date) -> Duration {
    let seconds = runningSince.map { now.timeIntervalSince($0) } ?? 0
    return seconds > 0 ? .milliseconds(Int((min(seconds, 1e9) * 1000).rounded())) : .zero
  }
}

extension QuizItem {
  /// Restores the item. If the number of choices no longer fits the stored order, the item starts
  /// unanswered in the author's order, or in any other order if the author's would give the answer
  /// away.
  fileprivate init(
    question: Question, item: Attempt.Item, answer: Answer?, mode: QuizOptions.Mode
  ) {
    let positions = Array(question.content.options.indices)
    let order = item.order ?? positions
    let isUnchanged = order.sorted() == positions
    self.init(
      question: question,
      order: isUnchanged
        ? order : ChoiceOrder.disordered(question.content, seed: question.id.rawValue))
    guard let answer else { return }
    (isFlagged, certainty) = (answer.isFlagged, answer.certainty)
    timeLeft = answer.timeLeft.map { .milliseconds($0) }
    taken = answer.milliseconds.map { .milliseconds($0) }
    if isUnchanged, let response = answer.response, response.fits(question.content) {
      self.response = response
    }
    if isUnchanged, let ticked = answer.ticked, question.content.kind == .several,
      ticked.allSatisfy(positions.contains)
    {
      self.ticked = ticked
    }
    if isUnchanged, let draft = answer.draft, draft.fits(question.content) { self.draft = draft }
    // The player has already seen the right answer, so the question cannot be answered again.
    isRevealed = mode == .practice && (response != nil || isOutOfTime)
  }
}
