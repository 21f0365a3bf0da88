/// The form of one question that there is, and how it goes back into the bank.
public final class QuestionEditor {
  /// What is written so far.
  public var form: QuestionForm

  /// The question as it is in the bank since somebody else saved it; `nil` when nobody did, or it is gone.
  public private(set) var theirs: Question?

  /// Whether the bank refused to save because the question is not the one any more that the form was opened with.
  public private(set) var isContested = false

  private let original: Question
  private let bank: QuestionBank

  /// Opens the form of `question`.
  public init(_ question: Question, bank: QuestionBank) {
    original = question
    self.bank = bank
    form = QuestionForm(question.content)
  }

  /// Whether the form says something else than the question did.
  public var isUnsaved: Bool { form != QuestionForm(original.content) }

  /// Saves the form.
  ///
  /// - Throws: ``FormProblem``; ``SaveFailure``, after which ``overwrite()`` and ``keepBoth()`` may do.
  public func save() throws {
    try save(over: original)
  }

  /// Saves the form whatever somebody else has saved, as far as ``theirs`` shows it.
  ///
  /// - Throws: ``FormProblem``; ``SaveFailure``.
  public func overwrite() throws {
    guard let theirs else { throw SaveFailure.notFound }
    try save(over: theirs)
  }

  /// Saves the form as a new question, beside what somebody else has saved.
  ///
  /// - Throws: ``FormProblem``; ``SaveFailure``.
  public func keepBoth() throws {
    try bank.addBeside(original, content: try form.content())
  }

  private func save(over question: Question) throws {
    let content = try form.content()
    do {
      try bank.update(question, content: content)
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

/// Why a form was not opened, written in or saved.
public enum EditingRefusal: ReportableError, Equatable {
  /// A form is open, and has to be saved or closed first.
  case formIsOpen
  /// No form is open.
  case noFormIsOpen
  /// Nobody else has changed the question.
  case noConflict

  public var code: String {
    switch self {
    case .formIsOpen: "form-is-open"
    case .noFormIsOpen: "no-form-is-open"
    case .noConflict: "no-conflict"
    }
  }

  public func text(in language: Language) -> String {
    switch self {
    case .formIsOpen:
      language.text(
        "A question is being edited; “save” or “cancel” first.", "編集中です。先に save か cancel を実行してください。"
      )
    case .noFormIsOpen:
      language.text("No question is being edited; “edit” starts.", "編集中の質問はありません。edit で編集を始めます。")
    case .noConflict:
      language.text(
        "Nobody else has changed this question; “save” saves it.", "ほかの人による変更はありません。save で保存できます。")
    }
  }
}
