import QuizSupport

/// Faults of questions of QTI.
extension Fault {
  /// The questions of a quiz have different numbers of points, which a quiz here does not have.
  static let pointsDropped = Fault(
    "points-dropped", "the questions have different points; here each counts the same",
    "質問ごとの配点は使いません(どの質問も同じ点数です)", level: .warning)

  /// There is a text for right answers and one for wrong ones. Only the first one is kept.
  static let wrongFeedbackDropped = Fault(
    "wrong-feedback-dropped", "the feedback on wrong answers in general was left out",
    "誤答全体への解説は読みません", level: .warning)

  /// A text stands before several questions, in a section or in a file of its own.
  static let passageDropped = Fault(
    "passage-dropped", "texts that several questions share were left out",
    "複数の質問に共通する文は読みません", level: .warning)
}
