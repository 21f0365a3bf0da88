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
