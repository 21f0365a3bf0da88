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

extension Form {
  /// The form of a question.
  init(_ question: FormFields, name: String, end: String, endLabel: String, _ strings: Strings) {
    self.name = name
    self.end = end
    self.endLabel = endLabel
    fields = [
      Field(
        command: "question", label: strings.questionField, text: question.question,
        isMultiline: true)
    ]
    for (index, choice) in question.choices.enumerated() {
      fields.append(
        Field(
          command: "choice \(index + 1)", label: strings.choiceField(index + 1), text: choice))
    }
    fields.append(
      Field(
        command: "add-choice", label: strings.choiceField(question.choices.count + 1),
        isOptional: true))
    fields.append(
      Field(
        command: "correct", label: strings.correctField,
        text: question.correct.map(String.init) ?? "", numbers: question.choices.count))
    fields.append(
      Field(
        command: "commentary", label: strings.commentary, text: question.commentary,
        isMultiline: true))
    fields.append(
      Field(
        command: "tags", label: strings.tags, text: question.tags.joined(separator: ", "),
        isOptional: true))
  }
}

extension Form {
  /// The form of a note; one that is there already is read first.
  init(_ note: NotesState.Page, _ strings: Strings) {
    name = "note \(note.created?.text ?? "")"
    end = "save"
    endLabel = strings.saves
    isForReading = note.created != nil
    fields = [
      Field(command: "title", label: strings.noteTitleField, text: note.title, isOptional: true),
      Field(
        command: "body", label: strings.noteBodyField, text: note.body, isMultiline: true,
        isOptional: true),
    ]
  }
}

extension Strings {
  fileprivate var noteTitleField: String { self("Title: ", "題名 : ") }
  fileprivate var noteBodyField: String { self("Body: ", "本文 : ") }
  fileprivate var questionField: String { self("Question: ", "質問 : ") }
  fileprivate var correctField: String { self("Right choice: ", "正解 : ") }
  fileprivate func choiceField(_ number: Int) -> String {
    self("Choice \(number): ", "選択肢\(number) : ")
  }
}
