import QuizStore
import QuizSupport

/// Something about a question that its author may want to change.
package struct Finding: Equatable, Sendable {
  /// The kinds of findings, the most serious first.
  package enum Kind: String, Encodable, CaseIterable, Sendable {
    /// Most learners who know the other questions choose another answer than the right one.
    case doubtfulKey = "doubtful-key"
    /// Two choices have the same text.
    case equalChoices = "equal-choices"
    /// Other questions have the same text and the same choices.
    case equalQuestions = "equal-questions"
    /// Other questions have nearly the same words.
    case similarQuestions = "similar-questions"
    /// A choice refers to the others, but is shuffled among them.
    case shuffledReference = "shuffled-reference"
    /// Nobody ever took some of the choices.
    case unusedChoices = "unused-choices"
    /// The question has no commentary.
    case noCommentary = "no-commentary"
  }

  /// The question.
  var question: Identifier<Question>
  /// The kind of the finding.
  var kind: Kind
  /// Why the question is listed.
  var reason: Reason
  /// The other questions that the finding is about, in the order in which they were added.
  var others: [Identifier<Question>] = []
}
