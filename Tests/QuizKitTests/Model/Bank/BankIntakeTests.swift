import Testing

@testable import QuizExchange
@testable import QuizKit

@Suite struct BankIntakeTests {
  private func exam(_ name: String, _ questions: Int = 2) -> BackupExam {
    BackupExam(name: name, blueprint: ExamBookTests.blueprint(questions))
  }

  @Test func `the exams of the bank are read once, however many are added`() throws {
    let store = RefusingStore()
    let test = TestWorld(store: store)
    try test.exams.add("Exam 3", ExamBookTests.blueprint())
    let intake = try BankIntake(test.bank, allowDuplicates: false)
    let before = store.fetches
    let added = try (1...50).map { try intake.add(exam("Exam \($0)")).isNew }
    #expect(added.filter { !$0 }.count == 1)
    #expect(store.fetches - before == 1)
    try intake.save()
    #expect(try test.exams.exams().count == 50)
  }

  @Test func `an exam that comes twice is compared with what was taken over before`() throws {
    let test = TestWorld()
    try test.exams.add("A", ExamBookTests.blueprint(2))
    let intake = try BankIntake(test.bank, allowDuplicates: false)
    #expect(try [3, 3, 4].map { try intake.add(exam("A", $0)).isNew } == [true, false, true])
    #expect(try [5, 6].map { try intake.add(exam("B", $0)).isNew } == [true, false])
    try intake.save()
    #expect(try test.exams.exam(named: "A").blueprint.questions == 4)
    #expect(try test.exams.exam(named: "B").blueprint.questions == 5)
  }
}
