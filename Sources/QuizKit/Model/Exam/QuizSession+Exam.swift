/// The sections of an exam and the way back, as a session knows them.
extension QuizSession {
  /// The countdown of each section that has its own time limit, by the section's position in the
  /// rules of the exam.
  package var sectionCountdowns: [Int: CountdownTimer] { clock.sectionCountdowns }

  /// Whether the player can go back from the question on the screen.
  package var canGoBack: Bool { isRevising || position > 0 && canShow(position - 1) }

  /// Whether the list of answers may show the question at `index`. If the player cannot go back,
  /// the list does not show later questions either.
  func hasShown(_ index: Int) -> Bool {
    setup.exam?.allowsBack != false || index <= position
  }
}
