/// The state of a screen with a form, which commands fill in.
protocol Fillable: Viewable {
  /// The command that closes the open form; `nil` when there is none.
  var closing: Command? { get }

  /// Whether a command that writes begins the next record instead of correcting this one, where
  /// nothing else tells one record from the next.
  func isNext(_ command: Command) -> Bool
}

extension Fillable {
  /// By default a form is opened by a command.
  func isNext(_ command: Command) -> Bool { false }
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
