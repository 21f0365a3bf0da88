import QuizExchange
import QuizSupport

extension QuizSession {
  /// Answers the question on the screen with the choice shown at `index`, counted from 0. An exam
  /// then moves on; practice shows the right answer.
  ///
  /// - Throws: ``QuizRefusal`` when there is no such choice, time is up, the right answer has been
  ///   shown, or the quiz is paused.
  package func select(_ index: Int) throws(QuizRefusal) {
    try choose([index])
  }

  /// Answers the question on the screen with the choices shown at `indices`, counted from 0.
  /// Without indices, submits the ticked choices.
  ///
  /// - Throws: ``QuizRefusal`` when there is no such choice, the question takes only one choice or
  ///   none, or nothing is ticked; otherwise as ``select(_:)`` does.
  package func choose(_ indices: [Int]) throws(QuizRefusal) {
    if let refusal = refusalToAnswer { throw refusal }
    try requireChoices(indices)
    let content = current.question.content
    switch content.solution {
    case .single, .trueFalse:
      guard let index = indices.first else { throw .nothingTicked }
      if Set(indices).count > 1 { throw .takesOneChoice }
      answer(.choice(current.order[index]))
    case .several(let solution):
      if indices.isEmpty { return try handIn(solution) }
      answer(.choices(Set(indices.map { current.order[$0] }).sorted()))
    case .text, .number: throw .takesTyped(content.kind)
    }
  }

  /// Submits the ticked choices. Refuses a number of choices that differs from the number the
  /// author asks for, because the player has probably pressed a key too soon.
  private func handIn(_ solution: SeveralSolution) throws(QuizRefusal) {
    guard let picked = current.ticked ?? current.response?.positions, !picked.isEmpty else {
      throw .nothingTicked
    }
    if let choose = solution.choose, choose != picked.count, choose == solution.correct.count {
      throw .otherCountTicked(choose: choose)
    }
    answer(.choices(picked))
  }

  /// Ticks or unticks the choices shown at `indices`, counted from 0. This does not answer the
  /// question yet: ``choose(_:)`` without indices submits the ticked choices.
  ///
  /// - Throws: ``QuizRefusal`` as ``choose(_:)`` does.
  package func toggle(_ indices: [Int]) throws(QuizRefusal) {
    if let refusal = refusalToAnswer { throw refusal }
    try requireChoices(indices)
    let kind = current.question.content.kind
    guard kind == .several else {
      throw kind.isTyped ? .takesTyped(kind) : .takesOneChoice
    }
    let picked = Set(current.ticked ?? current.response?.positions ?? [])
    let ticked = picked.symmetricDifference(indices.map { current.order[$0] }).sorted()
    let isAnswer = ticked == current.response?.positions ?? []
    items[position].ticked = isAnswer ? nil : ticked
    changed.emit(.ticked(position))
  }

  /// Answers the question on the screen with a text or a number.
  ///
  /// - Throws: ``QuizRefusal`` when the question takes choices, when the text is empty, or when the
  ///   question asks for a number and the text is not a number; otherwise as ``select(_:)`` does.
  package func answer(_ text: String) throws(QuizRefusal) {
    if let refusal = refusalToAnswer { throw refusal }
    let kind = current.question.content.kind
    guard kind.isTyped else {
      throw .takesChoices(count: current.order.count)
    }
    let text = text.trimmed
    if text.isEmpty { throw .emptyAnswer }
    if kind == .number, TypedNumber.value(of: text) == nil { throw .notANumber(text) }
    answer(.typed(text))
  }

  private func requireChoices(_ indices: [Int]) throws(QuizRefusal) {
    if let index = indices.first(where: { !current.order.indices.contains($0) }) {
      let kind = current.question.content.kind
      if kind.isTyped { throw .takesTyped(kind) }
      throw .noSuchChoice(number: index + 1, count: current.order.count)
    }
  }

  private func answer(_ response: Response) {
    let answered = position
    keepQuestionTime()
    answers.add(AnswerSteps.Step(position, from: current.response, to: response))
    (items[position].response, items[position].ticked) = (response, nil)
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

  /// Takes the last answer back. Its question is on the screen again with the answer that it had
  /// before. The time keeps running, and answers that were given before the quiz was resumed stay.
  ///
  /// - Throws: ``UndoRefusal/nothingToUndo``; ``QuizRefusal`` when time is up, the right answer has
  ///   been shown, or the quiz is paused.
  package func undoAnswer() throws {
    try requireRunning()
    guard let step = answers.nextUndo else { throw UndoRefusal.nothingToUndo }
    if items[step.position].isRevealed { throw QuizRefusal.alreadyRevealed }
    if let refusal = examRefusal(toShow: step.position) { throw refusal }
    if isTimedOut || items[step.position].isOutOfTime { throw QuizRefusal.timeIsUp }
    let isRevising = isRevising || phase == .confirming
    answers.undo()
    (items[step.position].response, items[step.position].ticked) = (step.before, nil)
    if step.before == nil { items[step.position].taken = nil }
    show(step.position, revising: isRevising)
  }

  /// Gives the answer again that was last taken back, and moves on as after any answer.
  ///
  /// - Throws: ``UndoRefusal/nothingToRedo``; ``QuizRefusal`` as ``select(_:)`` does.
  package func redoAnswer() throws {
    try requireRunning()
    guard let step = answers.nextRedo else { throw UndoRefusal.nothingToRedo }
    if let refusal = examRefusal(toShow: step.position) { throw refusal }
    if isTimedOut || items[step.position].isOutOfTime { throw QuizRefusal.timeIsUp }
    keepQuestionTime()
    answers.redo()
    (position, phase) = (step.position, .asking)
    (items[position].response, items[position].ticked) = (step.after, nil)
    items[position].taken = shownTimes[current.place]
    goOn()
    changed.emit(.answered(step.position))
  }

  /// Marks the question on the screen, or removes its mark.
  package func flag() throws(QuizRefusal) {
    try requireRunning()
    items[position].isFlagged.toggle()
    changed.emit(.flagged(position))
  }

  var refusalToAnswer: QuizRefusal? {
    if isPaused { return .paused }
    if current.isRevealed { return .alreadyRevealed }
    if untilAgain != nil { return .notYetAgain }
    if setup.exam != nil { return examRefusal(toShow: position) }
    return isTimedOut || current.isOutOfTime ? .timeIsUp : nil
  }

  func requireRunning() throws(QuizRefusal) {
    if isPaused { throw .paused }
  }

  /// Moves on from the question on the screen, without emitting a change.
  func goOn() {
    if !isRevising, let next = nextOpen {
      position = next
    } else {
      phase = setup.mode == .practice ? .finished : .confirming
      isRevising = false
      if phase == .finished { dropUnreached() }
    }
    runClock()
  }
}
