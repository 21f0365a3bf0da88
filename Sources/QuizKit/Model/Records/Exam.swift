import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// An exam of the bank, which can be taken repeatedly with different questions.
public struct Exam: StoredRecord {
  public static let entityName = "exam"
  public static let keys: [RecordKey<Exam>] = [.unique(\.name, named: "name")]

  public var id: Identifier<Exam> = .unassigned
  /// The name, which no other exam has.
  package var name: String
  /// The questions that it asks, and the requirements for passing.
  package var blueprint: ExamBlueprint
  /// When it was first saved.
  package var createdAt: Date
  /// When it was last saved.
  package var changedAt: Date

  /// Creates an exam that is not yet in a store.
  public init(name: String, blueprint: ExamBlueprint, createdAt: Date) {
    (self.name, self.blueprint) = (name, blueprint)
    (self.createdAt, changedAt) = (createdAt, createdAt)
  }

  public var fault: Reason? { blueprint.fault?.sentence ?? impossibility }

  /// Changes the name of a deck that it asks questions of.
  mutating func renameDeck(_ name: String, to newName: String) {
    for index in blueprint.sections.indices {
      blueprint.sections[index].sources = blueprint.sections[index].sources.map {
        $0 == .deck(name: name) ? .deck(name: newName) : $0
      }
    }
  }
}

extension Exam: BankRecord {
  static let name: RecordName? = RecordName("exam", "exams", "模擬試験")
  static let section: String? = BackupDocument.exams
  static let exchange = RecordExchange.shared
  static let split: SplitMember? = SplitMember("blueprint", joining: ["sections", "questions"])
  static let identity: (@Sendable (Exam, [String]) -> [String])? = { exam, _ in
    [exam.name.precomposedStringWithCanonicalMapping]
  }

  static let uniqueName: UniqueName<Exam>? = UniqueName(field: "name", path: \.name)

  func title(in timeZone: TimeZone) -> String { name }
  var lastChange: Date { changedAt }
  mutating func noteChange(at date: Date) { changedAt = date }

  var isPlausible: Bool {
    !FieldText.make(name).isEmpty && createdAt.isOnCalendars && changedAt.isOnCalendars
  }

  func isSame(as other: Exam) -> Bool { blueprint == other.blueprint }
}

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

/// The marks of an exam that was taken, or of one of its sections.
package struct ExamScore: Codable, Equatable, Sendable {
  /// The marks for all answers. Below 0 if wrong answers cost more marks than right answers earned.
  package var points: Double
  /// The maximum possible marks.
  package var possible: Double
  /// Whether the marks reach the pass mark.
  package var passed: Bool
}

extension ExamRules {
  /// The score of questions with their current answers.
  func score(of items: some Sequence<QuizItem>) -> ExamScore {
    var (points, count) = (0.0, 0)
    for item in items {
      points += marks(for: item)
      count += 1
    }
    let possible = Double(count) * marks.right.value
    let sum = points.settled
    // Marks in thirds may differ from a whole number by a rounding error.
    return ExamScore(
      points: sum, possible: possible.settled, passed: sum >= passMark.share * possible - 1e-6)
  }

  /// The score of each section, in the order of ``sections``.
  func sectionScores(of items: [QuizItem]) -> [ExamScore] {
    let bySection = Dictionary(grouping: items) { $0.section ?? -1 }
    return sections.indices.map { score(of: bySection[$0] ?? []) }
  }

  /// The marks for one question. A right or partly right answer earns its share of the marks for a
  /// right answer. An answer with no points or negative points counts as wrong. If the author's
  /// negative points cost more than a wrong answer, it costs that much.
  private func marks(for item: QuizItem) -> Double {
    guard item.response != nil else { return marks.unanswered.value }
    let points = item.grade.points
    let earned = marks.right.value * points
    return points > 0 ? earned : min(earned, marks.wrong.value)
  }
}

extension Double {
  /// The number, rounded to a whole number if it differs from it only by a rounding error.
  var settled: Double {
    abs(self - rounded()) < 1e-6 ? rounded() : self
  }
}
