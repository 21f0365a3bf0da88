import QuizExchange
import QuizStore

/// A question read from a file, with everything that can be calculated without the bank.
struct PreparedQuestion: Sendable {
  /// The record. Its deck and dates are not set yet.
  var question: Question
  /// The digest for finding duplicates.
  let digest: QuestionDigest
  /// The deck named in the file; `nil` if there is none.
  let category: String?
  /// The identifier and dates of the original record, if the file is a backup.
  let origin: ParsedQuestion.Origin?

  init(_ parsed: ParsedQuestion) {
    question = Question(
      deckID: .unassigned, content: parsed.content, createdAt: .distantPast)
    digest = QuestionDigest(parsed.content)
    category = parsed.category
    origin = parsed.origin
  }

  init(_ content: QuestionContent) {
    self.init(ParsedQuestion(line: 0, content: content))
  }
}
