import QuizSupport

/// Faults of files with exams.
extension Fault {
  /// The blueprint of an exam has a fault.
  package static func exam(_ fault: ExamFault) -> Fault {
    Fault(Message(fault.code, fault.sentence), hint: fault.hint)
  }
}
