import QuizStore

/// The exams of a bank while others are added to it.
struct IncomingExams {
  /// Those that it had, by their names, with what was changed since.
  var known: [String: Exam]
  /// Those that were added.
  var new: [String: Identifier<Exam>] = [:]

  /// - Parameter exams: those that the bank has; of two of one name the first counts.
  init(known exams: [Exam]) {
    known = Dictionary(exams.map { ($0.name, $0) }) { first, _ in first }
  }
}
