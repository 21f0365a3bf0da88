import QuizExchange

extension QuizSession {
  /// The section of the question on the screen; `nil` outside exams with sections.
  package var section: ExamRules.Section? { section(at: position) }

  /// The countdown of each section that has its own time limit, by the section's position in the
  /// rules of the exam.
  package var sectionCountdowns: [Int: CountdownTimer] { clock.sectionCountdowns }

  /// Whether the player can go back from the question on the screen.
  package var canGoBack: Bool {
    isRevising || position > 0 && examRefusal(toShow: position - 1) == nil
  }

  /// Whether the list of answers may show the question at `index`. If the player cannot go back,
  /// the list does not show later questions either.
  func hasShown(_ index: Int) -> Bool {
    setup.exam?.allowsBack != false || index <= position
  }

  /// The section of the question at `index`, from 0.
  private func section(at index: Int) -> ExamRules.Section? {
    items[index].section.flatMap { setup.exam?.sections[$0] }
  }

  /// Whether the time for the section of the question at `index` is over.
  func isClosed(_ index: Int) -> Bool {
    items[index].section.map(clock.isOver) ?? false
  }

  /// The next question whose section is open.
  var nextOpen: Int? { items.indices.dropFirst(position + 1).first { !isClosed($0) } }

  /// The reason why an exam does not show the question at `index`; `nil` if it shows it, and for
  /// all other quizzes.
  func examRefusal(toShow index: Int) -> QuizRefusal? {
    guard let exam = setup.exam else { return nil }
    if isTimedOut { return .timeIsUp }
    if isClosed(index), let section = section(at: index) { return .sectionClosed(section.name) }
    if exam.allowsBack { return nil }
    let isDone = phase == .confirming && items[index].response != nil
    return index != position || isDone ? .noGoingBack : nil
  }

  /// Sets how sure the player is of the answer to the question on the screen. Calling it again with
  /// the same value takes that back.
  ///
  /// - Throws: ``QuizRefusal`` when the question cannot be answered now.
  package func judge(_ certainty: Certainty) throws(QuizRefusal) {
    if let refusal = refusalToAnswer { throw refusal }
    items[position].certainty = current.certainty == certainty ? nil : certainty
    changed.emit(.judged(position))
  }

  /// Closes a section whose time is over, and moves on to the next open question.
  func sectionTimeRanOut(_ section: Int) {
    keepQuestionTime()
    if phase == .asking {
      if !isRevising, let next = nextOpen {
        position = next
      } else {
        (phase, isRevising) = (.confirming, false)
      }
    }
    runClock()
    changed.emit(.sectionTimedOut(section))
  }
}
