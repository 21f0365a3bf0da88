extension QuizProgress {
  /// Lets the time limits of an exam run on for the time in which the player was away. The sections
  /// close one after another, as they would have on the screen.
  mutating func runOn(for absence: Duration, _ exam: ExamRules, _ items: [QuizItem]) {
    let gone = max(.zero, timeLeft.map { min($0, absence) } ?? absence)
    if let left = timeLeft {
      timeLeft = left - gone
      elapsed += gone
      isTimedOut = isTimedOut || left == gone
    }
    let spent = closeSections(in: gone, exam, items)
    if timeLeft == nil { elapsed += spent }
    if isTimedOut { (isConfirming, isRevising) = (true, false) }
  }

  /// Subtracts the time from the time limits of the sections. Returns how much of it they used up.
  private mutating func closeSections(
    in gone: Duration, _ exam: ExamRules, _ items: [QuizItem]
  ) -> Duration {
    guard var left = sectionTimesLeft, left.count == exam.sections.count else { return .zero }
    func isOpen(_ index: Int) -> Bool {
      guard let section = items[index].section else { return true }
      return exam.sections[section].timeLimit == nil || left[section] > .zero
    }
    var rest = gone
    while rest > .zero, let section = items[position].section,
      exam.sections[section].timeLimit != nil
    {
      let spent = min(rest, left[section])
      left[section] -= spent
      rest -= spent
      if left[section] > .zero || isConfirming { break }
      guard !isRevising, let next = items.indices.first(where: { $0 > position && isOpen($0) })
      else {
        (isConfirming, isRevising) = (true, false)
        break
      }
      position = next
    }
    sectionTimesLeft = left
    return gone - rest
  }
}
