import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// An exam of the bank, which can be taken again and again with other questions.
public struct Exam: StoredRecord {
  public static let entityName = "exam"
  public static let keys: [RecordKey<Exam>] = [.unique(\.name)]

  public var id: Identifier<Exam> = .unassigned
  /// The name, which no other exam has.
  package var name: String
  /// What it asks, and what it takes to pass.
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

  public var fault: Reason? {
    blueprint.fault.map { Reason($0.sentence(in: .english), $0.sentence(in: .japanese)) }
  }
}
