extension QuizSession {
  /// Moves on without changing the answer. After the last question, shows the list of answers.
  package func skip() throws(QuizRefusal) {
    try requireRunning()
    keepQuestionTime()
    endWait() ? runClock() : goOn()
    changed.emit(phase == .asking ? .moved : .phase)
  }

  /// Moves to the previous question, or back to the list of answers if the question was opened from
  /// there.
  package func back() throws(QuizRefusal) {
    try requireRunning()
    if isRevising { return confirm() }
    if setup.exam?.allowsBack == false { throw .noGoingBack }
    guard position > 0 else { throw .atFirstQuestion }
    try go(to: position - 1)
  }

  /// Shows the question at `index`, counted from 0. From the list of answers, this is how to change
  /// an answer.
  ///
  /// - Throws: ``QuizRefusal`` when there is no such question, when its time has run out and the
  ///   list of answers is on the screen, when the exam does not allow going back or has closed the
  ///   section, or when the quiz is paused.
  package func go(to index: Int) throws(QuizRefusal) {
    try requireRunning()
    guard items.indices.contains(index) else {
      throw .noSuchQuestion(number: index + 1, count: items.count)
    }
    if let refusal = examRefusal(toShow: index) { throw refusal }
    if phase == .confirming {
      guard canRevise(index) else { throw .timeIsUp }
    }
    let revises = isRevising || phase == .confirming
    show(index, revising: revises && setup.exam?.allowsBack != false)
  }

  /// Pauses the time and hides the question.
  ///
  /// - Throws: ``QuizRefusal`` when the quiz is already paused, or is an exam that cannot be
  ///   paused.
  package func pause() throws(QuizRefusal) {
    try requireRunning()
    if setup.exam?.allowsPause == false { throw .noPause }
    isPaused = true
    keepQuestionTime()
    runClock()
    changed.emit(.paused)
  }

  /// Resumes after a pause.
  package func resume() throws(QuizRefusal) {
    guard isPaused else { throw .notPaused }
    isPaused = false
    runClock()
    changed.emit(.paused)
  }

  /// Returns from the list of answers to the question that was on the screen.
  ///
  /// - Throws: ``QuizRefusal/timeIsUp`` when the time of that question has run out;
  ///   ``QuizRefusal/paused``.
  package func reopen() throws(QuizRefusal) {
    try requireRunning()
    if let refusal = examRefusal(toShow: position) { throw refusal }
    guard canRevise(position) else { throw .timeIsUp }
    show(position, revising: false)
  }

  func show(_ index: Int, revising: Bool) {
    keepQuestionTime()
    position = index
    phase = .asking
    isRevising = revising
    runClock()
    changed.emit(.moved)
  }
}
