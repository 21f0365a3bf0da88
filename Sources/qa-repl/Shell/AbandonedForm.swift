import QuizKit

/// A form that a script lost because a line failed while `--keep-going` was on. The lines after it
/// were meant for that form and must not be written into another one.
struct AbandonedForm: Equatable {
  /// The screen of the form.
  let screen: ScreenName
  /// The location of the failed line.
  let place: Place
  /// Whether the form is still open. It stays open when another program changed the same record and
  /// the script may choose how to resolve that.
  let isContested: Bool

  /// Whether `command` belongs to the lost form and must not be carried out.
  func refuses(_ command: Command) -> Bool {
    switch command.partInForm {
    case .writing: true
    case .saving, .adding: !isContested
    case .opening, .closing, nil: false
    }
  }
}

extension Command {
  /// What this command does with the form in front; `nil` when it does not concern forms.
  var partInForm: PartInForm? {
    guard case .screen(let command) = self else { return nil }
    return (command.value as? any FormCommand)?.partInForm
  }

  /// Whether the command has nothing to do with forms and leaves an open one as it is.
  var leavesFormsAlone: Bool {
    switch self {
    case .help, .state, .language, .advance: true
    default: false
    }
  }
}

/// The error for a line that belongs to a form which is not open, because an earlier line failed.
struct FormNotOpen: ReportableError, Equatable {
  /// The location of the earlier line.
  let failed: Place

  var code: String { "form-not-open" }

  func text(in language: Language) -> String {
    language.text(
      "Not done: \(failed.text) failed, so its form is not open.",
      "\(failed.text) が失敗したためフォームは開いていません。この行は実行しませんでした。")
  }
}
