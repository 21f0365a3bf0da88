import Foundation
import QuizExchange
import QuizStore
import Signals

/// The exams in one store.
package final class ExamBook {
  /// Undo and redo of changes to exams.
  package let undoHistory: UndoHistory

  private let store: StoreContext
  private let world: World

  /// Creates the book of the world's store.
  package init(world: World) {
    store = world.unitOfWork(undo: true)
    undoHistory = UndoHistory(of: store)
    self.world = world
  }

  /// The exams in the order of their names.
  package func exams() throws -> [Exam] {
    Self.sorted(try store.fetch(FetchDescriptor<Exam>()))
  }

  /// The exams, updated after each save that changes them.
  func liveExams() throws -> LiveQuery<[Exam]> {
    try LiveQuery(FetchDescriptor<Exam>(), in: store)
  }

  /// The exams in the order in which lists show them.
  static func sorted(_ exams: [Exam]) -> [Exam] {
    exams.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// The exam of that name.
  ///
  /// - Throws: ``ExamRefusal/unknownExam(_:known:)``; what the store throws.
  package func exam(named name: String) throws -> Exam {
    let exams = try exams()
    guard let exam = exams.first(where: { $0.name == name }) else {
      throw ExamRefusal.unknownExam(name, known: exams.map(\.name))
    }
    return exam
  }

  /// Saves a new exam.
  ///
  /// - Throws: ``ExamFault``, ``ExamRefusal/nameTaken(_:)``; ``SaveFailure``. Nothing is then
  ///   saved.
  @discardableResult
  package func add(_ name: String, _ blueprint: ExamBlueprint) throws -> Exam {
    var exam = Exam(
      name: try free(name, except: nil), blueprint: try checked(blueprint), createdAt: world.now())
    try store.saving(.registration) { exam.id = store.insert(exam) }
    exam.id = store.resolve(exam.id)
    return exam
  }

  /// Saves a new name and a new blueprint for an exam.
  ///
  /// - Throws: ``ExamFault``, ``ExamRefusal/nameTaken(_:)``; ``SaveFailure``, which is a
  ///   conflict when the exam has been changed elsewhere. Nothing is then saved.
  @discardableResult
  package func change(_ exam: Exam, to name: String, _ blueprint: ExamBlueprint) throws -> Exam {
    var changed = exam
    changed.name = try free(name, except: exam.id)
    changed.blueprint = try checked(blueprint)
    changed.changedAt = world.now()
    try store.saving(.edit) { try store.update(changed, from: exam) }
    return changed
  }

  /// Deletes exams. The trash keeps them.
  ///
  /// - Throws: ``ExamRefusal/unknownExam(_:known:)``; ``DeletionFailure``. The exams are then still
  ///   there.
  package func delete(_ names: [String]) throws {
    let ids = try names.map { try exam(named: $0).id }
    try store.deleting(in: world) { try $0.delete(ids) }
  }

  /// Returns the name as it will be stored, if no other exam has it.
  private func free(_ name: String, except id: Identifier<Exam>?) throws -> String {
    let name = FieldText.make(name).replacing("\n", with: " ")
    if name.isEmpty { throw ExamFault.noName }
    if try exams().contains(where: { $0.name == name && $0.id != id }) {
      throw ExamRefusal.nameTaken(name)
    }
    return name
  }

  private func checked(_ blueprint: ExamBlueprint) throws(ExamFault) -> ExamBlueprint {
    if let fault = blueprint.fault { throw fault }
    return blueprint
  }
}
