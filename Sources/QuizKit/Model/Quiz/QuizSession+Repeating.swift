extension QuizSession {
  /// The number of questions that have been answered, or whose answers have been shown.
  private var answeredCount: Int { items.count(where: \.isRevealed) }

  /// The questions whose last answer was wrong or missing, each once and in its original form. For
  /// a repeated question, the last answer counts.
  var mistakes: [QuizItem] {
    let last = Dictionary(items.map { ($0.question.id, $0.isCorrect) }) { $1 }
    return setup.items.filter { !$0.isAgain && last[$0.question.id] == false }
  }

  /// The question at a place in the record of the quiz; `nil` when the quiz has dropped it.
  func item(at place: Int) -> QuizItem? {
    if items.indices.contains(place), items[place].place == place { return items[place] }
    return items.first { $0.place == place }
  }

  /// The time to wait until the question on the screen may be asked again; `nil` when there is
  /// nothing to wait for.
  package var untilAgain: Duration? {
    guard phase == .asking, let repetition = current.repetition, !current.isRevealed else {
      return nil
    }
    let wait = repetition.wait(at: scheduler.now, answered: answeredCount)
    return wait > .zero ? wait : nil
  }

  /// If the answer to the question at `index` was wrong, repeats the question after ten others that
  /// are still to be answered, or at the end.
  func repeatMistake(at index: Int) {
    guard setup.repeatsMistakes, setup.mode == .practice, !items[index].isCorrect else { return }
    let open = items.indices.filter { $0 > index && !items[$0].isRevealed }
    let preceding =
      open.count < Repetition.questions ? items.count - 1 : open[Repetition.questions - 1]
    var item = items[index].cleared()
    item.place = max((items.map(\.place).max() ?? 0) + 1, leastNewPlace)
    item.repetition = Repetition(
      precedingPlace: items[preceding].place, answerCount: answeredCount + Repetition.questions,
      instant: scheduler.now + Repetition.time)
    items.insert(item, at: preceding + 1)
    answers.shift(from: preceding + 1)
  }

  /// Asks the question on the screen now instead of waiting until it may be asked again.
  ///
  /// - Returns: `false` when there is nothing to wait for.
  func endWait() -> Bool {
    guard untilAgain != nil else { return false }
    items[position].repetition?.instant = scheduler.now
    return true
  }

  /// Drops the questions that the player has not reached, so that they stay due and do not count as
  /// wrong. If no question was reached, the one on the screen stays.
  func dropUnreached() {
    guard setup.repeatsMistakes else { return }
    let reached = items.filter(\.isReached)
    let onScreen = current.place
    items = reached.isEmpty ? [current] : reached
    position = items.firstIndex { $0.place == onScreen } ?? items.count - 1
  }
}
