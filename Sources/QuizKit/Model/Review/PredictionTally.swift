/// How good the predictions were: of what was said to be so likely, how much was right.
///
/// What was said is the chance of a right answer, lucky guesses included, because only that can be
/// compared with what came.
package struct PredictionTally: Equatable, Sendable {
  /// The predictions that were about equally bold.
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

  /// Where the rows begin, in percent. Most predictions are near the target, so that there the rows are
  /// narrow.
  package static let bounds = [0, 50, 60, 70, 80, 85, 90, 95]

  /// All predictions together.
  package private(set) var total = Row()
  /// The predictions from each of ``bounds`` on.
  package private(set) var rows = Array(repeating: Row(), count: bounds.count)

  /// Adds a prediction: `chance`, from 0 to 1, of a right answer, and what came.
  mutating func add(chance: Double, isRight: Bool) {
    total.add(chance, isRight)
    let row = Self.bounds.lastIndex { Double($0) <= chance * 100 } ?? 0
    rows[row].add(chance, isRight)
  }
}
