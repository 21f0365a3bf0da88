import QuizSupport

/// What can be wrong with a file of exams.
extension Fault {
  /// Something is wrong with the blueprint of an exam.
  package static func exam(_ fault: ExamFault) -> Fault {
    Fault(Message(fault.code, fault.sentence), hint: fault.hint)
  }
}
