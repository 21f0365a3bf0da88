import Foundation
import QuizExchange
import QuizStore

/// The exams of a bank while an import adds others.
final class IncomingExams {
  private unowned let intake: BankIntake
  /// The exams that the bank had before, by name, with the changes made since.
  private var known: [String: Exam]
  /// The exams that were added.
  private var new: [String: Identifier<Exam>] = [:]

  /// Reads the exams of the bank. If two have the same name, the first one counts.
  init(of intake: BankIntake) throws {
    self.intake = intake
    let exams = try intake.store.fetch(FetchDescriptor<Exam>())
    known = Dictionary(exams.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Adds an exam, or updates the exam with the same name.
  ///
  /// - Returns: The exam, and whether anything is new. Nothing is new if the bank has the same exam
  ///   or a newer one.
  func add(
    _ name: String, _ blueprint: ExamBlueprint, createdAt: Date?, changedAt: Date?
  ) throws -> (id: Identifier<Exam>, isNew: Bool) {
    let name = FieldText.make(name)
    let created = createdAt ?? intake.bank.now()
    // Several files may contain the same exam.
    if let id = new[name] { return (id, false) }
    guard var exam = known[name] else {
      var exam = Exam(name: name, blueprint: blueprint, createdAt: created)
      exam.changedAt = changedAt ?? created
      let id = try intake.insert([exam])[0]
      new[name] = id
      return (id, true)
    }
    let isOlder = changedAt.map { $0 <= exam.changedAt } ?? false
    if intake.keepsExisting || isOlder || exam.blueprint == blueprint { return (exam.id, false) }
    exam.blueprint = blueprint
    exam.changedAt = changedAt ?? intake.bank.now()
    try intake.store.update(exam)
    known[name] = exam
    return (exam.id, true)
  }
}
