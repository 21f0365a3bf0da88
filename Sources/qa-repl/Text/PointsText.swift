import QuizSupport

/// Points as people read them: with at most two decimals, or none if they are whole.
enum PointsText {
  static func text(of points: Double) -> String {
    Hundredths.text(Int((points * 100).rounded()))
  }
}
