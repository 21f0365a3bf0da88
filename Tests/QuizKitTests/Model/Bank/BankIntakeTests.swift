import Testing

@testable import QuizExchange
@testable import QuizKit

@Suite struct BankIntakeTests {
  /// Adds an exam without dates, and returns whether anything is new.
  private func add(_ name: String, _ questions: Int = 2, to intake: BankIntake) throws -> Bool {
    try intake.add(
      exam: name, ExamBookTests.blueprint(questions), createdAt: nil, changedAt: nil
    ).isNew
  }

  @Test func `the exams of the bank are read once, however many are added`() throws {
    let store = RefusingStore()
    let test = TestWorld(store: store)
    try test.exams.add("Exam 3", ExamBookTests.blueprint())
    let intake = try BankIntake(test.bank, allowDuplicates: false)
    let before = store.fetches
    let added = try (1...50).map { try add("Exam \($0)", to: intake) }
    #expect(added.filter { !$0 }.count == 1)
    #expect(store.fetches - before == 1)
    try intake.save()
    #expect(try test.exams.exams().count == 50)
  }

  @Test func `an exam that comes twice is compared with what was taken over before`() throws {
    let test = TestWorld()
    try test.exams.add("A", ExamBookTests.blueprint(2))
    let intake = try BankIntake(test.bank, allowDuplicates: false)
    #expect(try [3, 3, 4].map { try add("A", $0, to: intake) } == [true, false, true])
    #expect(try [5, 6].map { try add("B", $0, to: intake) } == [true, false])
    try intake.save()
    #expect(try test.exams.exam(named: "A").blueprint.questions == 4)
    #expect(try test.exams.exam(named: "B").blueprint.questions == 5)
  }
}
