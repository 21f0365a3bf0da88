import QuizExchange
import QuizSupport

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
    (questions, timeLimit, passMark) = (
      blueprint.questions, blueprint.timeLimit, blueprint.passMark
    )
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

/// A new value for one field of an ``ExamForm``, as the text that the user typed.
package enum ExamEdit: Equatable, Sendable {
  /// The name.
  case name(String)
  /// The number of questions; empty if the sections determine it.
  case questions(String)
  /// The time limit; empty for none.
  case time(String)
  /// The share of the marks that is needed to pass.
  case passMark(String)
  /// The marks; empty for one mark per question.
  case marks(String)
  /// Whether the player may go back.
  case back(String)
  /// Whether the player may pause.
  case pause(String)
  /// The section with this number, from 1; empty to remove it.
  case section(Int, String)
  /// A further section; empty for none.
  case addSection(String)
  /// Removes the section with this number, from 1.
  case removeSection(Int)
}
