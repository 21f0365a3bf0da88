extension QuizSession {
  /// Shows the list of answers; a practice, which has shown them already, ends.
  public func finish() throws(QuizRefusal) {
    try requireRunning()
    setup.mode == .practice ? showResult() : confirm()
  }

  /// Ends the quiz. Nothing can be changed afterwards.
  public func showResult() {
    keepQuestionTime()
    phase = .finished
    isRevising = false
    runClock()
    changed.emit(.phase)
  }

  /// Starts from the first question again, with no answers and the full time.
  public func restart() {
    items = items.map { $0.cleared() }
    (position, phase, isPaused, isTimedOut, isRevising) = (0, .asking, false, false, false)
    clock.reset()
    runClock()
    changed.emit(.restarted)
  }

  /// Stops the time for good, because the player goes away; another session goes on from ``progress``.
  public func leave() {
    keepQuestionTime()
    clock.run(stopwatch: false, quiz: false, question: false, questionLeft: current.timeLeft)
    changed.emit(.left)
  }

  func confirm() {
    keepQuestionTime()
    phase = .confirming
    isRevising = false
    runClock()
    changed.emit(.phase)
  }

  func timeRanOut() {
    keepQuestionTime()
    isTimedOut = true
    phase = .confirming
    isRevising = false
    runClock()
    changed.emit(.timedOut)
  }

  func questionTimeRanOut() {
    let ended = position
    items[position].timeLeft = .zero
    if setup.mode == .practice {
      items[position].isRevealed = true
      runClock()
    } else {
      goOn()
    }
    changed.emit(.questionTimedOut(ended))
  }
}
