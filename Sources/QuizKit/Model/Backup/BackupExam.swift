import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// An exam in a backup, or in the text form of exams, which has no dates.
struct BackupExam: BackupRecord {
  var id: Identifier<Exam>?
  var name: String
  var blueprint: ExamBlueprint
  var createdAt: Date?
  var changedAt: Date?

  var isPlausible: Bool {
    !FieldText.make(name).isEmpty && blueprint.fault == nil
      && [createdAt, changedAt].allSatisfy { $0?.isOnCalendars ?? true }
  }
}
