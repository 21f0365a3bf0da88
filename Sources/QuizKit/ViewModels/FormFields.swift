/// The fields of a question, saved or being written. Numbers count from 1.
public struct FormFields: Encodable, Equatable, Sendable {
  /// The question; empty while nothing has been written.
  public var question: String
  /// The choices in the author's order.
  public var choices: [String]
  /// The number of the right choice; `nil` while none is marked.
  @Nullable public var correct: Int?
  /// The explanation.
  public var commentary: String
  /// The tags, which can group questions across decks.
  public var tags: [String]

  /// The fields of a form.
  init(_ form: QuestionForm) {
    question = form.text
    choices = form.choices.map(\.text)
    correct = form.correct.map { $0 + 1 }
    commentary = form.commentary
    tags = form.tags
  }

  /// The fields of a saved question.
  init(_ content: QuestionContent) {
    self.init(QuestionForm(content))
  }

  /// The fields when there is no question.
  static let none: FormFields = {
    var fields = FormFields(QuestionForm())
    fields.choices = []
    return fields
  }()
}
