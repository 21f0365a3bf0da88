import QuizStore
import QuizSupport

/// Edits an existing question in a form, and saves it to the bank.
package final class QuestionEditor {
  /// The form with the changes so far.
  package var form: QuestionForm

  /// After a conflict, the version that is in the bank now; `nil` without a conflict, or when the
  /// question was deleted.
  package private(set) var theirs: Question?

  /// Whether saving failed because the question was changed or deleted after the form was opened.
  package private(set) var isContested = false

  private let original: Question
  private let deck: String?
  private let bank: QuestionBank

  /// Opens a form for `question`.
  ///
  /// - Parameter deck: The name of the question's deck.
  package init(_ question: Question, deck: String?, bank: QuestionBank) {
    original = question
    self.deck = deck
    self.bank = bank
    form = QuestionForm(question.content, deck: deck)
  }

  /// Whether the form differs from the question as it was opened.
  package var isUnsaved: Bool { form != QuestionForm(original.content, deck: deck) }

  /// The deck to move the question to; `nil` when it stays where it is, even if its deck has been
  /// renamed in the meantime.
  private var newDeck: String? { form.deck == deck ? nil : form.deck }

  /// Saves the form.
  ///
  /// - Throws: ``FormProblem``; ``SaveFailure``. After a conflict, try ``overwrite()`` or
  ///   ``keepBoth()``.
  package func save() throws {
    try save(over: original)
  }

  /// After a conflict, saves the form over the version in ``theirs``. Fails again if the question
  /// has changed since then.
  ///
  /// - Throws: ``FormProblem``; ``SaveFailure``.
  package func overwrite() throws {
    guard let theirs else { throw SaveFailure.notFound(Question.name) }
    try save(over: theirs)
  }

  /// After a conflict, saves the form as a new question and keeps the other version. If the deck
  /// was deleted in the meantime, it is created again.
  ///
  /// - Throws: ``FormProblem``; ``SaveFailure``.
  package func keepBoth() throws {
    let isDeckGone = try bank.store.record(for: original.deckID) == nil
    try bank.addBeside(
      original, content: try form.content(), deck: isDeckGone ? form.deck ?? deck : newDeck)
  }

  private func save(over question: Question) throws {
    let content = try form.content()
    do {
      try bank.update(question, content: content, deck: newDeck)
    } catch {
      switch error {
      case SaveFailure.conflict, SaveFailure.notFound:
        isContested = true
        theirs = try bank.latest(original)
      default: break
      }
      throw error
    }
  }
}

/// Why an editing command was refused.
package enum EditingRefusal: ReportableError, Equatable {
  /// Another form is open and must be saved or closed first.
  case formIsOpen
  /// No form is open.
  case noFormIsOpen
  /// The question has not been changed elsewhere.
  case noConflict

  package var message: Message {
    switch self {
    case .formIsOpen:
      Message(
        "form-is-open", "A question is being edited.", "編集中です。")
    case .noFormIsOpen:
      Message(
        "no-form-is-open", "No question is being edited.", "編集中の質問はありません。")
    case .noConflict:
      Message(
        "no-conflict", "Nothing else has changed this question.",
        "ほかに変更はありません。")
    }
  }
}
