import QuizExchange
import QuizStore

extension BankIntake {
  /// Adds an exam, or updates the exam with the same name.
  ///
  /// - Returns: The exam, and whether anything is new. Nothing is new if the bank has the same exam
  ///   or a newer one.
  func add(_ read: BackupExam) throws -> (id: Identifier<Exam>, isNew: Bool) {
    let name = FieldText.make(read.name)
    let created = read.createdAt ?? bank.now()
    if exams == nil { exams = IncomingExams(known: try store.fetch(FetchDescriptor<Exam>())) }
    // Several files may contain the same exam.
    if let id = exams?.new[name] { return (id, false) }
    guard let known = exams?.known[name] else {
      var exam = Exam(name: name, blueprint: read.blueprint, createdAt: created)
      exam.changedAt = read.changedAt ?? created
      let id = try insert([exam])[0]
      exams?.new[name] = id
      return (id, true)
    }
    let isOlder = read.changedAt.map { $0 <= known.changedAt } ?? false
    if keepsExisting || isOlder || known.blueprint == read.blueprint { return (known.id, false) }
    var exam = known
    exam.blueprint = read.blueprint
    exam.changedAt = read.changedAt ?? bank.now()
    try store.update(exam)
    exams?.known[name] = exam
    return (known.id, true)
  }
}
