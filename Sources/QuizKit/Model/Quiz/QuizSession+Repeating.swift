extension QuizSession {
  /// How many questions have been answered, or shown with their answers.
  private var answeredCount: Int { items.count(where: \.isRevealed) }

  /// The questions whose last answer was wrong or missing, each once and as they were asked first. A
  /// question that came again counts as it was answered last.
  var mistakes: [QuizItem] {
    let last = Dictionary(items.map { ($0.question.id, $0.isCorrect) }) { $1 }
    return setup.items.filter { !$0.isAgain && last[$0.question.id] == false }
  }

  /// The question at a place of the quiz's record; `nil` when the quiz has dropped it.
  func item(at place: Int) -> QuizItem? {
    if items.indices.contains(place), items[place].place == place { return items[place] }
    return items.first { $0.place == place }
  }

  /// The time until the question on the screen comes again; `nil` when it is there already.
  package var untilAgain: Duration? {
    guard phase == .asking, let repetition = current.repetition, !current.isRevealed else {
      return nil
    }
    let wait = repetition.wait(at: scheduler.now, answered: answeredCount)
    return wait > .zero ? wait : nil
  }

  /// Has the question at `index` come again when the answer to it was wrong: after ten others that
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

  /// Asks the question now that would come again later.
  ///
  /// - Returns: `false` when there is nothing to wait for.
  func endWait() -> Bool {
    guard untilAgain != nil else { return false }
    items[position].repetition?.instant = scheduler.now
    return true
  }

  /// Drops what was not reached, so that it stays due and does not count as wrong. Where nothing was
  /// reached, the question on the screen stays.
  func dropUnreached() {
    guard setup.repeatsMistakes else { return }
    let reached = items.filter(\.isReached)
    let onScreen = current.place
    items = reached.isEmpty ? [current] : reached
    position = items.firstIndex { $0.place == onScreen } ?? items.count - 1
  }
}
