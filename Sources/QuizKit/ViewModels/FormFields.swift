import QuizExchange
import QuizSupport

/// The fields of a question, saved or being written. Numbers count from 1.
package struct FormFields: Encodable, Equatable, Sendable {
  /// The question; empty while nothing has been written.
  package var question: String
  /// The kind of answer that the question asks for.
  package var kind: QuestionContent.Kind
  /// The choices in the author's order; empty where the answer is typed.
  package var choices: [String]
  /// The number of the right choice; `nil` while none is marked, and where several can be right.
  @Nullable package var correctChoice: Int?
  /// The numbers of all right choices, ascending.
  package var correctChoices: [Int]
  /// The worth of each choice, from -1 to 1; `nil` if the author did not write it.
  @Nullable package var weights: [Double]?
  /// The accepted answers of a question whose answer is typed: texts, where `*` matches any
  /// characters, or numbers such as `3.14 ± 0.01`.
  package var accepted: [String]
  /// Whether capital and small letters differ in the answer; `nil` where the answer is not a text.
  @Nullable package var caseSensitive: Bool?
  /// The back of a card; `nil` for other kinds of questions.
  @Nullable package var back: String?
  /// The gaps as people write them, such as `Paris | Lutetia` or `=is | are`; `nil` for other
  /// kinds.
  @Nullable package var gapTexts: [String]?
  /// The pairs as people write them, such as `France | Paris`; `nil` for other kinds.
  @Nullable package var pairTexts: [String]?
  /// The lines on the right that belong to none; `nil` for other kinds.
  @Nullable package var extra: [String]?
  /// The explanation.
  package var commentary: String
  /// The tags, which can group questions across decks.
  package var tags: [String]
  /// Whether the question can become a true-or-false question as it is. Not encoded, because a
  /// script gets an error when it cannot.
  package var canBeTrueFalse = true

  private enum CodingKeys: CodingKey {
    case question, kind, choices, correctChoice, correctChoices, weights, accepted, caseSensitive
    case back, gapTexts, pairTexts, extra, commentary, tags
  }

  /// The fields of a form.
  init(_ form: QuestionForm) {
    question = form.text
    kind = form.kind
    choices = kind.hasChoices ? form.choices.map(\.text) : []
    correctChoices = form.correct.map { $0 + 1 }
    correctChoice = kind == .several ? nil : correctChoices.first
    weights = form.weights
    accepted = form.accepted
    caseSensitive = form.isCaseSensitive
    (back, gapTexts, pairTexts, extra) = (form.back, form.gaps, form.pairs, form.extra)
    commentary = form.commentary
    tags = form.tags
    canBeTrueFalse = form.canBeTrueFalse
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
