import QuizSupport

/// Faults of questions of H5P.
extension Fault {
  /// Choices or blanks have tips, which a question here does not have.
  static let tipsDropped = Fault(
    "tips-dropped", "the tips on choices and blanks were left out",
    "選択肢や空欄のヒントは読みません", level: .warning)
}
