import Foundation

/// Turns stored attempts back into quizzes.
struct AttemptArchive {
  /// An attempt with everything needed to resume it.
  struct Saved {
    var attempt: Attempt
    var progressRecord: AttemptProgress
    var answers: [Answer]
    /// The position in the attempt of each question that is still in the bank.
    var positions: [Int]
    var setup: QuizSetup
    var progress: QuizProgress
  }

  private let store: StoreContext

  init(_ store: StoreContext) {
    self.store = store
  }

  /// The unfinished attempts with how far they have come, the one that was started last first.
  func waiting() throws -> [(attempt: AttemptSummary, progress: AttemptProgress)] {
    let progress = try store.fetch(FetchDescriptor<AttemptProgress>())
    let byAttempt = Dictionary(progress.map { ($0.attemptID, $0) }) { _, last in last }
    let attempts: [AttemptSummary] = try store.savedParts(of: byAttempt.keys.sorted(by: >))
    return attempts.compactMap { attempt in byAttempt[attempt.id].map { (attempt, $0) } }
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
    let byPosition = Dictionary(answers.map { ($0.position, $0) }) { _, last in last }
    let questions = try store.questions(of: attempt)
    var items: [QuizItem] = []
    var positions: [Int] = []
    var position = 0
    for (index, item) in attempt.items.enumerated() {
      if index == progress.position { position = items.count }
      guard let question = questions[item.questionID] else { continue }
      items.append(
        QuizItem(
          question: question, item: item, answer: byPosition[index], mode: attempt.mode))
      positions.append(index)
    }
    guard !items.isEmpty else { return nil }
    position = min(position, items.count - 1)
    // The remaining time belongs to one question, which may have been deleted.
    let isOnScreen = positions[position] == progress.position
    return Saved(
      attempt: attempt, progressRecord: progress, answers: answers,
      positions: positions,
      setup: QuizSetup(
        title: attempt.title, items: items, mode: attempt.mode,
        time: attempt.timeLimit.map { .milliseconds($0) },
        perQuestion: attempt.questionTimeLimit.map { .milliseconds($0) }),
      progress: QuizProgress(
        position: position, isConfirming: progress.isConfirming,
        isRevising: progress.isRevising, isTimedOut: progress.isTimedOut,
        elapsed: .milliseconds(progress.elapsed),
        timeLeft: progress.timeLeft.map { .milliseconds($0) },
        questionTimeLeft: isOnScreen
          ? progress.questionTimeLeft.map { .milliseconds($0) } : nil))
  }
}

extension QuizItem {
  /// Restores the item. If the number of choices no longer fits the stored order, the item starts
  /// unanswered in the author's order.
  fileprivate init(
    question: Question, item: Attempt.Item, answer: Answer?, mode: QuizOptions.Mode
  ) {
    let positions = Array(question.content.choices.indices)
    let order = item.order ?? positions
    let isUnchanged = order.sorted() == positions
    self.init(question: question, order: isUnchanged ? order : nil)
    guard let answer else { return }
    isFlagged = answer.isFlagged
    timeLeft = answer.timeLeft.map { .milliseconds($0) }
    if isUnchanged, let selected = answer.selected, positions.contains(selected) {
      self.selected = selected
    }
    // The player has already seen the right answer, so the question cannot be answered again.
    isRevealed = mode == .practice && (self.selected != nil || isOutOfTime)
  }
}
