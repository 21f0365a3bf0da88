import QuizSupport

/// The answer to a review when nothing is due. It is not a failure.
struct NothingDue {
  /// The day on which a question will be due; `nil` when nothing has been asked yet.
  let next: Day?
  /// The sentence about it.
  let text: String

  func view(_ theme: Theme) -> [String] { theme.lines(text) }
}
