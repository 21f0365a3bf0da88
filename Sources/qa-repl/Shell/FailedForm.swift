import QuizKit
import QuizSupport

/// The form of a line that failed while a script goes on (`--keep-going`).
struct FailedForm: Equatable {
  /// The screen of the form.
  let screen: ScreenName
  /// The location of the failed line.
  let place: Place
  /// Whether the form is still open with its text, because saving it failed. Later lines may
  /// correct it. A form in which another line failed is closed: the text that the line should have
  /// written is missing, and the lines after it must not be written into another form.
  let isOpen: Bool
  /// Whether saving the form would have emptied it for the next record.
  let isForAdding: Bool

  /// Whether `command` belongs to the closed form and must not be carried out.
  func refuses(_ command: Command) -> Bool {
    !isOpen && [.writing, .saving, .adding].contains(command.partInForm)
  }
}

extension Command {
  /// The effect of this command on the form in front; `nil` when it does not concern forms.
  var partInForm: PartInForm? {
    guard case .screen(let command) = self else { return nil }
    return command.command.partInForm
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

  var message: Message {
    Message(
      "form-not-open", "Not done: \(failed.text) failed, so its form is not open.",
      "\(failed.text) が失敗してフォームが開いていないため、この行は実行しませんでした。")
  }
}
