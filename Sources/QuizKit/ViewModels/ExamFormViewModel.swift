import QuizExchange
import QuizSupport
import Signals

extension ScreenName {
  /// The form for an exam.
  package static let exam = ScreenName(rawValue: "exam")
}

/// The state of the form for an exam.
package struct ExamFormState: ScreenState {
  package static let screen = ScreenName.exam

  /// The exam's name.
  package var name: String
  /// The number of questions; `nil` while it has not been written.
  @Nullable package var questions: Int?
  /// The time in whole seconds; `nil` for none.
  @Nullable package var timeLimit: Int?
  /// The share of the marks that is needed to pass; `nil` while it has not been written.
  @Share package var passMark: Percent?
  /// The time as people write it, such as `90m`; empty for none. Not encoded, like ``pass``, because
  /// scripts have the number.
  package var time: String
  /// The share as people write it, such as `70%`; empty while it has not been written.
  package var pass: String
  /// The marks for right, wrong and unanswered, such as `+1, -1/3, 0`.
  package var marks: String
  /// Whether the player may go back to earlier questions.
  package var allowsBack: Bool
  /// Whether the player may pause.
  package var allowsPause: Bool
  /// The sections, as people write them.
  package var sectionTexts: [String]
  /// Whether the exam is in the bank already.
  package var saved: Bool
  /// Whether the form has unsaved changes.
  package var unsaved: Bool
  /// The message about the last command.
  @Nullable package var message: Message?

  package var isUnsaved: Bool { unsaved }

  private enum CodingKeys: CodingKey {
    case name, questions, timeLimit, passMark, marks, allowsBack, allowsPause, sectionTexts, saved
    case unsaved, message
  }
}

/// The commands of the form for an exam.
package enum ExamFormCommand: Equatable, Sendable {
  /// Write in the form.
  case write(ExamEdit)
  /// Save the exam.
  case save
  /// Drop the unsaved changes.
  case cancel
}

/// The exam that a form is for.
package enum ExamSubject: Sendable {
  /// A new exam with this name.
  case new(String)
  /// An exam of the bank.
  case known(Exam)
}

/// The route to the form for an exam.
package typealias ExamFormRoute = ScreenRoute<ExamFormState, ExamSubject>

/// The form for an exam.
package final class ExamFormViewModel: ScreenModel<ExamFormCommand, ExamFormState> {
  private let book: ExamBook
  private let bank: QuestionBank
  /// The exam as it was read or saved last; `nil` for a new one.
  private var exam: Exam?
  /// The form as it was opened or saved last.
  private var original: ExamForm
  private var form: ExamForm

  /// Creates the form for a new exam or one of the bank.
  package init(book: ExamBook, bank: QuestionBank, subject: ExamSubject) {
    (self.book, self.bank) = (book, bank)
    switch subject {
    case .new(let name): (exam, original) = (nil, ExamForm(name: name))
    case .known(let known): (exam, original) = (known, ExamForm(known))
    }
    form = original
    super.init(ExamFormState(form, original, isSaved: exam != nil, message: nil))
  }

  override func perform(_ command: ExamFormCommand) throws {
    switch command {
    case .write(let edit):
      try form.apply(edit)
      // An exam may be written before its questions.
      let section = form.section(writtenBy: edit)
      message = try section.flatMap { try bank.missingSource(of: $0) }?.message
    case .save:
      do {
        try save()
      } catch {
        try fail(error)
      }
      message = .saved
    case .cancel: form = original
    }
    changed()
  }

  override func shown() -> ExamFormState {
    ExamFormState(form, original, isSaved: exam != nil, message: message)
  }

  private func save() throws {
    let blueprint = try form.blueprint()
    let saved =
      try exam.map { try book.change($0, to: form.name, blueprint) }
      ?? book.add(form.name, blueprint)
    (exam, form) = (saved, ExamForm(saved))
    original = form
  }
}

extension ExamFormState {
  /// The current state.
  init(_ form: ExamForm, _ original: ExamForm, isSaved: Bool, message: Message?) {
    self.init(
      name: form.name, questions: form.questions,
      timeLimit: form.timeLimit.map { Duration.milliseconds($0).secondsRoundedUp },
      passMark: form.passMark,
      time: form.timeLimit.map { DurationText.text(of: .milliseconds($0)) } ?? "",
      pass: form.passMark.map { $0.text + "%" } ?? "", marks: form.marks.text,
      allowsBack: form.allowsBack, allowsPause: form.allowsPause,
      sectionTexts: form.sections.map(\.text),
      saved: isSaved, unsaved: form != original || !isSaved && form != ExamForm(name: form.name),
      message: message)
  }
}

/// An exam that is being written in a form.
struct ExamForm: Equatable {
  var name = ""
  private(set) var questions: Int?
  private(set) var timeLimit: Int?
  private(set) var passMark: Percent?
  private(set) var marks = ExamBlueprint.Marks()
  private(set) var allowsBack = true
  private(set) var allowsPause = false
  private(set) var sections: [ExamBlueprint.Section] = []

  /// An empty form.
  init(name: String) { self.name = name }

  /// Creates a form that shows an exam.
  init(_ exam: Exam) {
    let blueprint = exam.blueprint
    name = exam.name
    questions = blueprint.questions
    timeLimit = blueprint.timeLimit
    passMark = blueprint.passMark
    (marks, sections) = (blueprint.marks, blueprint.sections)
    (allowsBack, allowsPause) = (blueprint.allowsBack, blueprint.allowsPause)
  }

  /// Changes a field.
  ///
  /// - Throws: ``ExamFault`` when the field does not accept the text. The form is then unchanged.
  mutating func apply(_ edit: ExamEdit) throws(ExamFault) {
    switch edit {
    case .name(let text): name = FieldText.make(text)
    case .questions(let text): questions = text.isBlank ? nil : try ExamField.count(text.trimmed)
    case .time(let text): timeLimit = text.isBlank ? nil : try ExamField.time(text.trimmed)
    case .passMark(let text): passMark = text.isBlank ? nil : try ExamField.share(text)
    case .marks(let text):
      marks = text.isBlank ? ExamBlueprint.Marks() : try ExamField.marks(text)
    case .back(let text): allowsBack = try ExamField.yesOrNo(text.trimmed)
    case .pause(let text): allowsPause = try ExamField.yesOrNo(text.trimmed)
    case .addSection(let text):
      guard !text.isBlank else { return }
      sections.append(try section(text, except: nil))
    case .section(let number, let text):
      let index = try index(number)
      if text.isBlank {
        sections.remove(at: index)
      } else {
        sections[index] = try section(text, except: index)
      }
    case .removeSection(let number): sections.remove(at: try index(number))
    }
  }

  /// The blueprint that the form describes.
  ///
  /// - Throws: ``ExamFault`` when something is missing or contradicts something else.
  func blueprint() throws(ExamFault) -> ExamBlueprint {
    if name.isBlank { throw .noName }
    return try ExamBlueprint(
      written: questions, timeLimit: timeLimit, passMark: passMark, marks: marks,
      allowsBack: allowsBack, allowsPause: allowsPause, sections: sections)
  }

  /// The section that the edit has changed or added; `nil` when it did not write a section.
  func section(writtenBy edit: ExamEdit) -> ExamBlueprint.Section? {
    switch edit {
    case .addSection(let text): text.isBlank ? nil : sections.last
    case .section(let number, let text): text.isBlank ? nil : sections[number - 1]
    default: nil
    }
  }

  private func section(
    _ text: String, except index: Int?
  ) throws(ExamFault) -> ExamBlueprint.Section {
    let section = try ExamField.section(FieldText.make(text).replacing("\n", with: " "))
    for other in sections.indices where other != index && sections[other].name == section.name {
      throw .sectionTwice(section.name)
    }
    return section
  }

  private func index(_ number: Int) throws(ExamFault) -> Int {
    guard (1...max(sections.count, 1)).contains(number), !sections.isEmpty else {
      throw .noSuchSection(number, count: sections.count)
    }
    return number - 1
  }
}
