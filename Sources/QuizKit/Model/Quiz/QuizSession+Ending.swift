extension QuizSession {
  /// Shows the list of answers. In practice mode, where the answers have already been shown, goes
  /// straight to the result.
  package func finish() throws(QuizRefusal) {
    try requireRunning()
    setup.mode == .practice ? showResult() : confirm()
  }

  /// Shows the result. Nothing can be changed afterwards.
  package func showResult() {
    keepQuestionTime()
    dropUnreached()
    phase = .finished
    isRevising = false
    runClock()
    changed.emit(.phase)
  }

  /// Starts again from the first question, with no answers and the full time.
  package func restart() {
    items = items.filter { !$0.isAgain }.map { $0.cleared() }
    leastNewPlace = leastPlaceAfterRestart
    answers = AnswerSteps()
    (shownTimes, visit) = ([:], nil)
    (position, phase, isPaused, isTimedOut, isRevising) = (0, .asking, false, false, false)
    clock.reset()
    runClock()
    changed.emit(.restarted)
  }

  /// Stops all times because the player leaves. A new session can resume from ``progress``.
  package func leave() {
    keepQuestionTime()
    endOfWait = nil
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
      repeatMistake(at: ended)
      runClock()
    } else {
      goOn()
    }
    changed.emit(.questionTimedOut(ended))
  }
}
