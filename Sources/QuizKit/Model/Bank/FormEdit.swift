import QuizExchange
import QuizSupport

/// A new value for one field. Choices are numbered from 1, as users type them.
package enum FormEdit: Equatable, Sendable {
  /// The question.
  case question(String)
  /// The kind of answer that the question asks for. `statements` are the two choices for a
  /// true-or-false question that does not have any yet.
  case kind(QuestionContent.Kind, statements: [String])
  /// The text of one choice.
  case choice(Int, String)
  /// Adds a choice with this text.
  case addChoice(String)
  /// Removes the choice with this number.
  case removeChoice(Int)
  /// Removes the empty choices at the end that a question can do without.
  case leaveOutEmptyChoices
  /// The numbers of the right choices, replacing those marked before.
  case correct(LineNumbers)
  /// Marks the statement of a true-or-false question whose text is one of these, in small letters.
  case correctStatement([String])
  /// Accepts a text as the answer. `*` matches anything.
  case accept(String)
  /// Accepts a number or a range as the answer: `3.14 ± 0.01`, `3 to 4`.
  case number(String)
  /// Replaces the accepted answer with this number.
  case accepted(Int, String)
  /// Removes the accepted answer with this number.
  case unaccept(Int)
  /// Whether the answer is case-sensitive.
  case caseSensitive(Bool)
  /// The back of a card.
  case back(String)
  /// What fills the gap with this number, or the next one: `Paris | Lutetia`, or `=is | are`.
  case gap(Int, String)
  /// Removes the gap with this number.
  case removeGap(Int)
  /// The pair with this number, or the next one: `France | Paris`.
  case pair(Int, String)
  /// Removes the pair with this number.
  case removePair(Int)
  /// All lines on the right that belong to none: `Rome | Berlin`.
  case extra(String)
  /// The explanation.
  case commentary(String)
  /// All tags, replacing the previous ones.
  case tags([String])
  /// The name of the deck. A deck that does not exist is created when the question is saved.
  case deck(String)
}
