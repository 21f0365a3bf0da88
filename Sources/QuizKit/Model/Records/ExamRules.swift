import QuizExchange
import QuizSupport

/// The rules under which an exam is taken. Each attempt has its own copy, because the exam may be
/// changed or deleted later.
package struct ExamRules: Codable, Hashable, Sendable {
  /// A section of the exam.
  package struct Section: Codable, Hashable, Sendable {
    /// The name.
    package var name: String
    /// The time limit for this section alone, in milliseconds; `nil` for none.
    package var timeLimit: Int?
  }

  /// The share of the possible marks that is needed to pass.
  package var passMark: Percent
  /// The marks for one question.
  package var marks: ExamBlueprint.Marks
  /// Whether the player may look at earlier questions and change their answers.
  package var allowsBack: Bool
  /// Whether the player may pause.
  package var allowsPause: Bool
  /// The sections; empty for an exam without any.
  package var sections: [Section]

  /// The rules of an exam.
  package init(_ blueprint: ExamBlueprint) {
    (passMark, marks) = (blueprint.passMark, blueprint.marks)
    (allowsBack, allowsPause) = (blueprint.allowsBack, blueprint.allowsPause)
    sections = blueprint.sections.map { Section(name: $0.name, timeLimit: $0.timeLimit) }
  }

  /// Whether any section has its own time limit.
  package var timesSections: Bool { sections.contains { $0.timeLimit != nil } }

  /// The time limit of each section; `nil` where it has none.
  var sectionTimes: [Duration?] { sections.map { $0.timeLimit.map { .milliseconds($0) } } }

  /// Whether the program can have written such rules.
  var isPlausible: Bool {
    let longest = DurationText.longest.wholeMilliseconds
    return sections.count <= ExamBlueprint.mostSections && marks.right.value > 0
      && sections.allSatisfy { $0.timeLimit.map { (1...longest).contains($0) } ?? true }
  }
}
