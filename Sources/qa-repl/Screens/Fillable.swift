/// The state of a screen with a form, which commands fill in.
protocol Fillable: Viewable {
  /// The command that closes the open form; `nil` when there is none.
  var closing: Command? { get }

  /// Whether saving the open form failed because another program changed or deleted the same
  /// record.
  var isContested: Bool { get }
}

extension Fillable {
  /// By default no other program can change the record.
  var isContested: Bool { false }
}

/// A command of a screen with a form.
protocol FormCommand {
  /// What the command does with the form; `nil` when it does not concern it.
  var partInForm: PartInForm? { get }
}

/// What a command does with a form.
enum PartInForm {
  /// It opens a form.
  case opening
  /// It fills in a field.
  case writing
  /// It saves the form or resolves a save conflict.
  case saving
  /// It saves the form and empties it for the next record.
  case adding
  /// It closes the form without saving.
  case closing
}
