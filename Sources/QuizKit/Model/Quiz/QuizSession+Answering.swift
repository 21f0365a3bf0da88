extension QuizSession {
  /// Answers the question on the screen with the choice shown at `index`, counted from 0. An exam
  /// then moves on; practice shows the right answer.
  ///
  /// - Throws: ``QuizRefusal`` when there is no such choice, time is up, the right answer has been shown,
  ///   or the quiz is paused.
  public func select(_ index: Int) throws(QuizRefusal) {
    if let refusal = refusalToAnswer { throw refusal }
    guard current.order.indices.contains(index) else {
      throw .noSuchChoice(number: index + 1, count: current.order.count)
    }
    let answered = position
    keepQuestionTime()
    let response = Response.choice(current.order[index])
    answers.add(AnswerSteps.Step(position, from: current.response, to: response))
    items[position].response = response
    items[position].taken = shownTimes[current.place]
    if setup.mode == .practice {
      items[position].isRevealed = true
      repeatMistake(at: position)
      runClock()
    } else {
      goOn()
    }
    changed.emit(.answered(answered))
  }

  /// Takes the last answer back: its question is on the screen again, answered as before. The time
  /// runs on, and answers that were given before the quiz was resumed stay.
  ///
  /// - Throws: ``UndoRefusal/nothingToUndo``; ``QuizRefusal`` when time is up, the right answer has
  ///   been shown, or the quiz is paused.
  public func undoAnswer() throws {
    try requireRunning()
    guard let step = answers.nextUndo else { throw UndoRefusal.nothingToUndo }
    if items[step.position].isRevealed { throw QuizRefusal.alreadyRevealed }
    if isTimedOut || items[step.position].isOutOfTime { throw QuizRefusal.timeIsUp }
    let isRevising = isRevising || phase == .confirming
    answers.undo()
    items[step.position].response = step.before
    if step.before == nil { items[step.position].taken = nil }
    show(step.position, revising: isRevising)
  }

  /// Gives the answer again that was taken back last, and moves on as after the answer.
  ///
  /// - Throws: ``UndoRefusal/nothingToRedo``; ``QuizRefusal`` as ``select(_:)`` does.
  public func redoAnswer() throws {
    try requireRunning()
    guard let step = answers.nextRedo else { throw UndoRefusal.nothingToRedo }
    if isTimedOut || items[step.position].isOutOfTime { throw QuizRefusal.timeIsUp }
    keepQuestionTime()
    answers.redo()
    (position, phase) = (step.position, .asking)
    items[position].response = step.after
    items[position].taken = shownTimes[current.place]
    goOn()
    changed.emit(.answered(step.position))
  }

  /// Marks the question on the screen, or removes its mark.
  public func flag() throws(QuizRefusal) {
    try requireRunning()
    items[position].isFlagged.toggle()
    changed.emit(.flagged(position))
  }

  var refusalToAnswer: QuizRefusal? {
    if isPaused { return .paused }
    if current.isRevealed { return .alreadyRevealed }
    if untilAgain != nil { return .notYetAgain }
    if isRevising, current.response != nil { return nil }
    return isTimedOut || current.isOutOfTime ? .timeIsUp : nil
  }

  func requireRunning() throws(QuizRefusal) {
    if isPaused { throw .paused }
  }

  /// Moves to what follows the question on the screen, without emitting a change.
  func goOn() {
    if isRevising || position == items.count - 1 {
      phase = setup.mode == .practice ? .finished : .confirming
      isRevising = false
      if phase == .finished { dropUnreached() }
    } else {
      position += 1
    }
    runClock()
  }
}
