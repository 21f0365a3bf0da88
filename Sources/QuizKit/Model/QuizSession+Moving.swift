extension QuizSession {
  /// Goes on without changing the answer; after the last question, to the list of answers.
  public func skip() throws(QuizRefusal) {
    try requireRunning()
    keepQuestionTime()
    goOn()
    changed.emit(phase == .asking ? .moved : .phase)
  }

  /// Goes to the question before, or from a question that was opened from the list of answers back to the list.
  public func back() throws(QuizRefusal) {
    try requireRunning()
    if isRevising { return confirm() }
    guard position > 0 else { throw .atFirstQuestion }
    try go(to: position - 1)
  }

  /// Shows the question at `index`, counted from 0. From the list of answers, to change that answer.
  ///
  /// - Throws: ``QuizRefusal`` when there is no such question, or it stayed unanswered when time ran out.
  public func go(to index: Int) throws(QuizRefusal) {
    try requireRunning()
    guard items.indices.contains(index) else {
      throw .noSuchQuestion(number: index + 1, count: items.count)
    }
    if phase == .confirming {
      guard canRevise(index) else { throw .timeIsUp }
    }
    show(index, revising: isRevising || phase == .confirming)
  }

  /// Halts the time and hides the question.
  public func pause() throws(QuizRefusal) {
    try requireRunning()
    isPaused = true
    keepQuestionTime()
    runClock()
    changed.emit(.paused)
  }

  /// Goes on after a pause.
  public func resume() throws(QuizRefusal) {
    guard isPaused else { throw .notPaused }
    isPaused = false
    runClock()
    changed.emit(.paused)
  }

  /// Goes from the list of answers back to the question that was on the screen.
  ///
  /// - Throws: ``QuizRefusal/timeIsUp`` after time has run out.
  public func reopen() throws(QuizRefusal) {
    try requireRunning()
    guard canRevise(position) else { throw .timeIsUp }
    show(position, revising: isTimedOut)
  }

  private func show(_ index: Int, revising: Bool) {
    keepQuestionTime()
    position = index
    phase = .asking
    isRevising = revising
    runClock()
    changed.emit(.moved)
  }
}
