/// Drops keys that the user pressed for the previous question.
struct KeyGuard {
  /// The number of the current question.
  private(set) var question = 0
  private var end: Duration = .zero
  /// Whether any question has been on the screen yet.
  private var hasShown = false

  /// Starts a new question. If the user did not cause it, confirming keys are dropped for
  /// `duration`.
  mutating func changeQuestion(at time: Duration, isAsked: Bool, for duration: Duration) {
    if !isAsked, hasShown { end = time + duration }
    question += 1
  }

  /// Call this when a question is drawn.
  mutating func show() {
    hasShown = true
  }

  /// Whether to drop a key that would confirm or answer and was pressed too early.
  ///
  /// - Parameters:
  ///   - shown: The number of the question on the screen when the key was read.
  ///   - isFresh: Whether nothing has been typed yet.
  func ignores(
    _ key: Key, at time: Duration, readFor shown: Int, isFresh: Bool, isShortcut: Bool,
    hasShortcuts: Bool
  ) -> Bool {
    let isEarly = shown < question && hasShortcuts
    guard time < end || isEarly else { return false }
    switch key {
    case .named(.enter, _), .paste: return true
    case .text("y"), .text("n"): return isFresh
    default: return isShortcut
    }
  }
}
