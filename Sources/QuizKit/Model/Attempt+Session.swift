import Foundation

extension Attempt {
  /// The record of a quiz that begins.
  init(_ setup: QuizSetup, startedAt: Date) {
    title = setup.title
    mode = setup.mode
    timeLimit = setup.time?.wholeMilliseconds
    questionTimeLimit = setup.perQuestion?.wholeMilliseconds
    self.startedAt = startedAt
    items = setup.items.map { item in
      let isAuthors = item.order == Array(item.question.content.choices.indices)
      return Item(questionID: item.question.id, order: isAuthors ? nil : item.order)
    }
  }
}

extension AttemptProgress {
  /// The record of where a quiz stands.
  init(_ attemptID: Identifier<Attempt>, _ progress: QuizProgress, position: Int) {
    self.attemptID = attemptID
    self.position = position
    isConfirming = progress.isConfirming
    isRevising = progress.isRevising
    isTimedOut = progress.isTimedOut
    elapsed = progress.elapsed.wholeMilliseconds
    timeLeft = progress.timeLeft?.wholeMilliseconds
    questionTimeLeft = progress.questionTimeLeft?.wholeMilliseconds
  }

  /// Takes over where the quiz stands now.
  mutating func update(_ progress: QuizProgress, position: Int) {
    let updated = AttemptProgress(attemptID, progress, position: position)
    let id = id
    self = updated
    self.id = id
  }
}

extension Answer {
  /// The record of what was done with one question.
  init(_ attemptID: Identifier<Attempt>, _ item: QuizItem, position: Int, changedAt: Date) {
    self.attemptID = attemptID
    self.position = position
    questionID = item.question.id
    selected = item.selected
    isCorrect = item.isCorrect
    isFlagged = item.isFlagged
    timeLeft = item.timeLeft?.wholeMilliseconds
    self.changedAt = changedAt
  }

  /// Takes over what was done since.
  mutating func update(_ item: QuizItem, changedAt: Date) {
    selected = item.selected
    isCorrect = item.isCorrect
    isFlagged = item.isFlagged
    timeLeft = item.timeLeft?.wholeMilliseconds
    self.changedAt = changedAt
  }

  /// Whether the record says already what was done.
  func says(_ item: QuizItem) -> Bool {
    selected == item.selected && isFlagged == item.isFlagged
      && timeLeft == item.timeLeft?.wholeMilliseconds
  }
}
