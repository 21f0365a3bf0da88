/// A form that a person fills in at a live terminal, one field at a time. Each field starts with
/// its current text.
struct Form {
  /// One field and the command that writes it.
  struct Field {
    /// The command that the text is appended to, such as `choice 2`.
    var command: String
    var label: String
    var text = ""
    /// The text as it is shown among the other fields, where it differs from `text`.
    var shownText: String?
    var isMultiline = false
    /// Whether the text is a value, such as a number, that the next typed text replaces. Other
    /// texts are edited.
    var isValue = false
    /// Whether the field may stay empty.
    var isOptional = false
    /// Whether Enter goes on past the field, which the arrow keys reach where one wants it.
    var isExtra = false
    /// Whether Enter hands in the form, because what follows can mostly stay as it is.
    var handsIn = false
    /// The highest digit that goes on to the next field at once; 0 for none.
    var digits = 0
    /// A note in the empty field about the effect of Enter alone.
    var note = ""
    /// Texts to choose from. Any other is allowed too.
    var suggestions: [String] = []
    /// The values before and after this one, where Left and Right choose among a few.
    var values: (previous: Command, next: Command)?

    /// The note in the field while it is empty.
    func emptyNote(_ strings: Strings) -> String {
      note.isEmpty ? isOptional ? strings.mayStayEmpty : strings.needed : note
    }
  }

  /// Identifies the form, so that a new form is not taken for the old one.
  var name: String
  /// The rows above the fields, such as a title.
  var head: [String]
  var fields: [Field]
  /// The index of the field where the user begins.
  var start = 0
  /// The command that finishes the form; `endLabel` is the prompt for it.
  var end: Command
  var endLabel: String
  /// The command that runs before `end` and removes empty fields; `nil` when there is none.
  var tidying: Command?
  /// Whether nothing is in the form, so that Esc leaves it. Otherwise it gives way to commands.
  var isBlank = false
  /// Whether Esc also shows the question that was just written.
  var hasWritten = false
  /// Whether the form opens for reading. The user can then ask for its fields.
  var isForReading = false

  /// The first required field that is still empty.
  var firstOpen: Int? {
    fields.firstIndex { $0.text.isEmpty && !$0.isOptional }
  }
}

extension Strings {
  /// The prompt at the end of a form.
  var saves: String { self("Save? [Enter]> ", "保存しますか? [Enter]> ") }

  /// The notes in an empty field.
  var mayStayEmpty: String { self("(may stay empty)", "(省略可)") }
  var needed: String { self("(needed)", "(必須)") }
}

extension KeyBinding {
  /// The hint that tells a user who types commands how to go back to the fields.
  static func backToForm(_ strings: Strings) -> KeyBinding {
    KeyBinding(hint: strings("Enter back to the fields", "Enter 入力に戻る"))
  }
}
