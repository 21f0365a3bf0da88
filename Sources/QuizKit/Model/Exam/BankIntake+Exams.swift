extension BankIntake {
  /// Adds an exam, or updates the one of that name.
  ///
  /// - Returns: Whether anything is new: `false` when the bank has the same exam, or a newer one.
  func add(_ read: BackupExam) throws -> Bool {
    let name = FieldText.make(read.name)
    let created = read.createdAt ?? bank.now()
    guard
      let known = try store.fetch(FetchDescriptor<Exam>()).first(where: { $0.name == name })
    else {
      var exam = Exam(name: name, blueprint: read.blueprint, createdAt: created)
      exam.changedAt = read.changedAt ?? created
      store.insert(exam)
      return true
    }
    let isOlder = read.changedAt.map { $0 <= known.changedAt } ?? false
    if keepsExisting || isOlder || known.blueprint == read.blueprint { return false }
    var exam = known
    exam.blueprint = read.blueprint
    exam.changedAt = read.changedAt ?? bank.now()
    try store.update(exam)
    return true
  }
}
