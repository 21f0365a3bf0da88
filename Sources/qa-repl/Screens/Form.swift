import QuizKit

/// A form as a person fills it in at a live terminal: field by field, the old text in place.
struct Form {
  /// One field, and the command that writes it.
  struct Field: Equatable {
    /// What the text is put behind, such as `choice 2`.
    var command: String
    var label: String
    var text = ""
    var isMultiline = false
    /// Where a number answers, so many; its key is enough.
    var numbers = 0
    /// Whether it may stay empty.
    var isOptional = false
  }

  /// Tells one form from the next.
  var name: String
  var fields: [Field]
  /// The command at the end, and how it is asked for.
  var end: String
  var endLabel: String
  /// Whether one reads first and writes only when asked to.
  var isForReading = false

  /// The field where something is missing.
  var firstOpen: Int? {
    fields.firstIndex { $0.text.isEmpty && !$0.isOptional }
  }
}

extension Strings {
  /// Asked at the end of a form.
  var saves: String { self("Save? [Enter]> ", "保存しますか? [Enter]> ") }

  /// The keys while commands are typed instead of fields.
  var pausedFormKeys: String {
    self("Enter back to the fields, Tab more", "Enter 入力に戻る・Tab 一覧")
  }
}
