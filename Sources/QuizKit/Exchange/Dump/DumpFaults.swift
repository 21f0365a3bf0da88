import QuizSupport

/// Faults of dumps of exams.
extension Fault {
  /// The answer is given twice, and differently.
  package static func answersContradict(_ one: String, _ other: String) -> Fault {
    Fault(
      "answers-contradict", "the answer is given as \"\(one)\" and as \"\(other)\"",
      "正解が「\(one)」とも「\(other)」とも書かれています",
      hint: Reason("keep the right one of the two", "正しい方だけを残してください"))
  }

  /// Two columns have different right answers, and one of them fits every row.
  static func keyColumnDecides(_ name: String) -> Fault {
    Fault(
      "answers-contradict",
      "columns of right answers differ; “\(name)” fits every row and decides",
      "正解の列が食い違います。すべての行に合う「\(name)」を正解にしました", level: .warning)
  }
}
