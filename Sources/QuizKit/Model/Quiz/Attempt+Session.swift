import Foundation
import QuizExchange
import QuizStore
import QuizSupport

extension Attempt {
  /// Creates the record of a quiz that is starting.
  init(_ setup: QuizSetup, startedAt: Date) {
    title = setup.title
    mode = setup.mode
    timeLimit = setup.time?.wholeMilliseconds
    questionTimeLimit = setup.perQuestion?.wholeMilliseconds
    repeatsMistakes = setup.repeatsMistakes ? true : nil
    isPartial = setup.grading.isPartial ? true : nil
    exam = setup.exam
    self.startedAt = startedAt
    items = setup.items.map(Item.init)
  }

  /// Removes all questions except those at these places, which are in ascending order.
  mutating func keepItems(at places: [Int]) {
    items = places.map { place in
      var item = items[place]
      item.after = item.after.map { after in max(0, places.count { $0 <= after } - 1) }
      return item
    }
  }
}

extension Attempt.Item {
  /// Creates the record of a question of a quiz.
  init(_ item: QuizItem) {
    let isAuthors = item.order == Array(item.question.content.options.indices)
    self.init(
      questionID: item.question.id, order: isAuthors ? nil : item.order,
      after: item.repetition?.precedingPlace, section: item.section)
  }
}

extension AttemptProgress {
  /// Creates the record of how far a quiz has come.
  ///
  /// - Parameter runningSince: the current date if the time keeps running while the player is away;
  ///   otherwise `nil`.
  init(
    _ attemptID: Identifier<Attempt>, _ progress: QuizProgress, position: Int,
    runningSince: Date?
  ) {
    self.attemptID = attemptID
    self.position = position
    isConfirming = progress.isConfirming
    isRevising = progress.isRevising
    isTimedOut = progress.isTimedOut
    elapsed = progress.elapsed.wholeMilliseconds
    timeLeft = progress.timeLeft?.wholeMilliseconds
    questionTimeLeft = progress.questionTimeLeft?.wholeMilliseconds
    sectionTimesLeft = progress.sectionTimesLeft?.map(\.wholeMilliseconds)
    self.runningSince = runningSince
  }

  /// Replaces everything but the identifiers with the quiz's current progress.
  mutating func update(_ progress: QuizProgress, position: Int, runningSince: Date?) {
    let updated = AttemptProgress(
      attemptID, progress, position: position, runningSince: runningSince)
    let id = id
    self = updated
    self.id = id
  }
}

extension Answer {
  /// Creates the record of a question with its answer.
  init(_ attemptID: Identifier<Attempt>, _ item: QuizItem, position: Int, changedAt: Date) {
    self.attemptID = attemptID
    self.position = position
    questionID = item.question.id
    (response, ticked, draft) = (item.response, item.ticked, item.draft)
    (isCorrect, points) = (item.isCorrect, item.grade.unusualPoints)
    (isFlagged, certainty) = (item.isFlagged, item.certainty)
    timeLeft = item.timeLeft?.wholeMilliseconds
    milliseconds = item.taken?.wholeMilliseconds
    choices = item.question.content.pickedCount
    guesses = item.question.content.guesses == choices ? nil : item.question.content.guesses
    self.changedAt = changedAt
  }

  /// Copies the player's changes. An answer that stays the same keeps its date, because a mark that
  /// is set later is not a new answer.
  mutating func update(_ item: QuizItem, changedAt: Date) {
    if response != item.response || item.response == nil { self.changedAt = changedAt }
    (response, ticked, draft) = (item.response, item.ticked, item.draft)
    (isCorrect, points) = (item.isCorrect, item.grade.unusualPoints)
    (isFlagged, certainty) = (item.isFlagged, item.certainty)
    timeLeft = item.timeLeft?.wholeMilliseconds
    milliseconds = item.taken?.wholeMilliseconds
    choices = item.question.content.pickedCount
    guesses = item.question.content.guesses == choices ? nil : item.question.content.guesses
  }

  /// Whether the record already agrees with `item`.
  func says(_ item: QuizItem) -> Bool {
    response == item.response && ticked == item.ticked && draft == item.draft
      && isFlagged == item.isFlagged && certainty == item.certainty
      && timeLeft == item.timeLeft?.wholeMilliseconds
  }
}

extension QuestionContent {
  /// The number of choices to pick from; 0 if none are to be picked.
  fileprivate var pickedCount: Int { kind.isPicked ? choices.count : 0 }
}
