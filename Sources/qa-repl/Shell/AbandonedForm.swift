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
    case .saving: !isContested
    case .giving, .none: false
    }
  }
}

extension Command {
  /// What a command does with an open form.
  enum PartInForm {
    /// It fills in a field.
    case writing
    /// It saves the form or resolves a save conflict.
    case saving
    /// It closes the form without saving.
    case giving
  }

  /// What this command does with an open form; `nil` when it does not concern forms.
  var partInForm: PartInForm? {
    switch self {
    case .manage(.write), .register(.write), .notes(.title), .notes(.body), .notes(.add): .writing
    case .manage(.save), .manage(.overwrite), .manage(.reload), .manage(.keepBoth), .notes(.save),
      .register(.register):
      .saving
    case .manage(.cancel), .notes(.cancel), .register(.cancel): .giving
    default: nil
    }
  }

  /// Whether it opens a form.
  var opensForm: Bool {
    switch self {
    case .manage(.edit), .notes(.new), .notes(.open): true
    default: false
    }
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
