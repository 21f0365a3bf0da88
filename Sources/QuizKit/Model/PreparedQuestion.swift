/// A question that was read, with all that can be worked out about it before the bank is asked.
struct PreparedQuestion: Sendable {
  /// The record, but for its deck and the time.
  var question: Question
  /// What it is compared by.
  let digest: QuestionDigest
  /// The deck that the file names; `nil` if it names none.
  let category: String?
  /// Which record it was, if the file is a backup.
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
