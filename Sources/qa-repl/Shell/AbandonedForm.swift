import QuizKit

/// A form that a script has lost to a line that failed, where it goes on all the same: the lines after it were meant for
/// that form, and must not be written into another.
struct AbandonedForm: Equatable {
  /// The screen of the form.
  let screen: ScreenName
  /// Where the line stands that failed.
  let place: Place
  /// Whether the form is still open, because somebody else has changed the same and the script may say what to do.
  let isContested: Bool

  /// Whether `command` belongs to the form that was lost, and is not carried out.
  func refuses(_ command: Command) -> Bool {
    switch command.partInForm {
    case .writing: true
    case .saving: !isContested
    case .giving, .none: false
    }
  }
}

extension Command {
  /// What a command does with a form.
  enum PartInForm {
    /// It writes in the form.
    case writing
    /// It saves the form, or says how.
    case saving
    /// It gives the form up.
    case giving
  }

  /// What it does with a form that is open; `nil` when it belongs to no form.
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

  /// Whether it only says something, whatever is open.
  var leavesFormsAlone: Bool {
    switch self {
    case .help, .state, .language, .advance: true
    default: false
    }
  }
}

/// A line that belongs to a form which is not open, because a line before it failed.
struct FormNotOpen: ReportableError, Equatable {
  /// Where the line stands that failed.
  let failed: Place

  var code: String { "form-not-open" }

  func text(in language: Language) -> String {
    language.text(
      "Not done: \(failed.text) failed, so its form is not open.",
      "\(failed.text) が失敗したためフォームは開いていません。この行は実行しませんでした。")
  }
}
