/// Drops keys that were meant for what the screen showed before.
struct KeyGuard {
  /// The number of the question that is asked now.
  private(set) var question = 0
  private var end: Duration = .zero
  /// Whether a question has stood on the screen that keys could have been meant for.
  private var hasShown = false

  /// Another question begins. When no one asked for it, keys are not trusted for a while.
  mutating func changeQuestion(at time: Duration, isAsked: Bool, for duration: Duration) {
    if !isAsked, hasShown { end = time + duration }
    question += 1
  }

  /// The question is being drawn.
  mutating func show() {
    hasShown = true
  }

  /// Whether a key is dropped: one that would confirm or answer, and was pressed too early.
  ///
  /// - Parameters:
  ///   - shown: The question that was on the screen when the key was read.
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
