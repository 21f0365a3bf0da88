/// The quality of the predictions: for predictions of about the same chance, how many answers were
/// right.
///
/// A prediction is the chance of a right answer, including lucky guesses, because only this can be
/// compared with the actual answers.
package struct PredictionTally: Equatable, Sendable {
  /// The predictions of about the same chance.
  package struct Row: Equatable, Sendable {
    /// The sum of the predicted chances.
    var said = 0.0
    /// How many answers were right.
    package internal(set) var right = 0
    /// How many answers were predicted.
    package internal(set) var answers = 0

    /// The mean of the predicted chances.
    package var meanSaid: Double { answers == 0 ? 0 : said / Double(answers) }
    /// The share of right answers.
    package var shareRight: Double { answers == 0 ? 0 : Double(right) / Double(answers) }

    fileprivate mutating func add(_ chance: Double, _ isRight: Bool) {
      said += chance
      answers += 1
      if isRight { right += 1 }
    }
  }

  /// The percentages at which the rows begin. Most predictions are near the target, so the rows are
  /// narrow there.
  package static let bounds = [0, 50, 60, 70, 80, 85, 90, 95]

  /// All predictions together.
  package private(set) var total = Row()
  /// The predictions that start at each of ``bounds``.
  package private(set) var rows = Array(repeating: Row(), count: bounds.count)

  /// Adds a prediction and its outcome. `chance` is the predicted chance of a right answer, from 0
  /// to 1.
  mutating func add(chance: Double, isRight: Bool) {
    total.add(chance, isRight)
    let row = Self.bounds.lastIndex { Double($0) <= chance * 100 } ?? 0
    rows[row].add(chance, isRight)
  }
}
