import QuizSupport

/// The answer to a review when nothing is due. It is no failure.
struct NothingDue {
  /// The day on which something will be due; `nil` when nothing has been asked yet.
  let next: Day?
  /// The sentence that says so.
  let text: String

  func view(_ look: Look) -> [String] { look.lines(text) }
}
