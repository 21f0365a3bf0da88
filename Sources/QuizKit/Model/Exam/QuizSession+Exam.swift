import QuizExchange

extension QuizSession {
  /// The section of the question on the screen; `nil` outside exams with sections.
  package var section: ExamRules.Section? { section(at: position) }

  /// The countdown of each section with a time of its own, by its position in the rules of the exam.
  package var sectionCountdowns: [Int: CountdownTimer] { clock.sectionCountdowns }

  /// Whether there is something before the question on the screen that can be gone back to.
  package var canGoBack: Bool {
    isRevising || position > 0 && examRefusal(toShow: position - 1) == nil
  }

  /// Whether the list of answers may tell the question at `index`. Where nothing comes back, nobody reads
  /// ahead either.
  func hasShown(_ index: Int) -> Bool {
    setup.exam?.allowsBack != false || index <= position
  }

  /// The section of the question at `index`, from 0.
  private func section(at index: Int) -> ExamRules.Section? {
    items[index].section.flatMap { setup.exam?.sections[$0] }
  }

  /// Whether the time of the section of the question at `index` is over.
  func isClosed(_ index: Int) -> Bool {
    items[index].section.map(clock.isOver) ?? false
  }

  /// The next question whose section is open.
  var nextOpen: Int? { items.indices.dropFirst(position + 1).first { !isClosed($0) } }

  /// Why an exam does not show the question at `index`; `nil` when it does, and for all other quizzes.
  func examRefusal(toShow index: Int) -> QuizRefusal? {
    guard let exam = setup.exam else { return nil }
    if isTimedOut { return .timeIsUp }
    if isClosed(index), let section = section(at: index) { return .sectionClosed(section.name) }
    if exam.allowsBack { return nil }
    let isDone = phase == .confirming && items[index].response != nil
    return index != position || isDone ? .noGoingBack : nil
  }

  /// Says how sure the player is of the answer to the question on the screen, or takes that back.
  ///
  /// - Throws: ``QuizRefusal`` when the question takes no answer.
  package func judge(_ certainty: Certainty) throws(QuizRefusal) {
    if let refusal = refusalToAnswer { throw refusal }
    items[position].certainty = current.certainty == certainty ? nil : certainty
    changed.emit(.judged(position))
  }

  /// Closes a section whose time is over. The next one begins.
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
