import QuizStore

/// The exams of a bank while an import adds others.
struct IncomingExams {
  /// The exams that the bank had before, by name, with the changes made since.
  var known: [String: Exam]
  /// The exams that were added.
  var new: [String: Identifier<Exam>] = [:]

  /// - Parameter exams: the exams of the bank. If two have the same name, the first one counts.
  init(known exams: [Exam]) {
    known = Dictionary(exams.map { ($0.name, $0) }) { first, _ in first }
  }
}
