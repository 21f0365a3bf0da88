import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// An exam of the bank, which can be taken repeatedly with different questions.
public struct Exam: StoredRecord {
  public static let entityName = "exam"
  public static let keys: [RecordKey<Exam>] = [.unique(\.name)]

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
