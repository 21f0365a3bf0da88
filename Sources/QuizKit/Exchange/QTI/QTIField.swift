/// The names under which this program writes what QTI cannot express. Other programs ignore them.
enum QTIField {
  static let identifier = "qa-repl_id"
  static let tags = "qa-repl_tags"
  /// The credit for each choice or accepted answer.
  static let weights = "qa-repl_weights"
  /// The accepted texts or numbers.
  static let answers = "qa-repl_answers"

  private static let answerPrefix = "qa-repl_answer"

  /// The identifier of the feedback on an accepted answer.
  static func feedback(ofAnswer index: Int) -> String { "\(answerPrefix)\(index + 1)" }

  static func isFeedbackOfAnswer(_ identifier: String) -> Bool {
    identifier.hasPrefix(answerPrefix)
  }
}
