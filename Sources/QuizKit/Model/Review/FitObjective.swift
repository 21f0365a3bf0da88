/// The function that a fit minimizes: the weighted log loss of the first answers, plus a penalty
/// for parameters far from the default ones.
///
/// Recent answers weigh up to four times as much, because learners change. The penalty is half the
/// squared distance, in standard deviations among learners. It thus acts as the loss of a
/// prediction that this learner is like others, so a small number of answers hardly moves the
/// parameters.
struct FitObjective {
  /// The loss near some parameters, as a quadratic function of the changes to the fitted numbers.
  struct Expansion {
    var gradient: [Double]
    /// Fisher's information: the expected second derivatives, a symmetric matrix.
    var curvature: SquareMatrix
  }

  /// The indices of the numbers that right and wrong answers depend on. The other numbers belong to
  /// the grades "hard" and "easy".
  private static let ofRightAndWrong = [0, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 18, 19, 20]

  let answers: FitAnswers
  /// The number of answers that count, which are the first ones in time.
  let count: Int

  /// The indices of the numbers that the answers depend on.
  var fitted: [Int] {
    answers.hasHardOrEasy ? Array(0..<FSRSParameters.count) : Self.ofRightAndWrong
  }

  /// The loss and the penalty together, in nats.
  func value(at parameters: FSRSParameters) -> Double {
    let penalty = fitted.reduce(0) { sum, index in
      let distance = Self.distance(parameters, index)
      return sum + distance * distance / 2
    }
    return answers.losses(of: FSRS(parameters), in: 0..<count)
      .reduce(penalty) { $0 + weight(at: $1.position) * $1.loss }
  }

  /// The weight of an answer, as in fsrs-rs.
  private func weight(at position: Int) -> Double {
    let share = Double(position) / Double(count)
    return 0.25 + 0.75 * share * share * share
  }

  /// The gradient and the curvature at some parameters.
  ///
  /// The derivatives of recall are difference quotients. The formulas run in parallel, once with
  /// the parameters and once for each number with a small change to it.
  func expansion(at parameters: FSRSParameters) -> Expansion {
    let moves = fitted.map { Self.move(of: $0, in: parameters) }
    let models = [FSRS(parameters)] + moves.map { FSRS($0.parameters) }
    var states = models.map { $0.first(isRight: true) }
    var slopes = Array(repeating: 0.0, count: moves.count)
    var expansion = penaltyExpansion(at: parameters)
    for sample in answers.samples where sample.position < count {
      guard let days = sample.days else {
        for model in models.indices {
          states[model] = models[model].first(sample.grade, sample.guessing)
        }
        continue
      }
      var base = 1.0
      for model in models.indices {
        let recall = models[model].recall(after: days, stability: states[model].stability)
        states[model] = models[model].next(
          states[model], sample.grade, days: days, recall: recall, sample.guessing)
        if model == 0 {
          base = recall
        } else {
          slopes[model - 1] = (recall - base) / moves[model - 1].distance
        }
      }
      if days > 0 {
        add(sample, recall: base, slopes: slopes, to: &expansion)
      }
    }
    return expansion
  }

  /// Adds the contribution of one answer.
  private func add(
    _ sample: FitAnswers.Sample, recall: Double, slopes: [Double], to expansion: inout Expansion
  ) {
    let chance = LogLoss.limited(sample.guessing.chanceOfRight(recall: recall))
    let perRecall = 1 - sample.guessing.chance
    let information = weight(at: sample.position) * perRecall / (chance * (1 - chance))
    let error = (chance - (sample.isRight ? 1 : 0)) * information
    for row in slopes.indices {
      expansion.gradient[row] += error * slopes[row]
      let weight = information * perRecall * slopes[row]
      for column in 0...row { expansion.curvature[row, column] += weight * slopes[column] }
    }
  }

  private func penaltyExpansion(at parameters: FSRSParameters) -> Expansion {
    let fitted = fitted
    var curvature = SquareMatrix(size: fitted.count)
    for (row, index) in fitted.enumerated() {
      let deviation = FSRSParameters.deviations[index]
      curvature[row, row] = 1 / (deviation * deviation)
    }
    let gradient = fitted.map {
      Self.distance(parameters, $0) / FSRSParameters.deviations[$0]
    }
    return Expansion(gradient: gradient, curvature: curvature)
  }

  /// The distance of a number from its default, in standard deviations.
  private static func distance(_ parameters: FSRSParameters, _ index: Int) -> Double {
    (parameters.values[index] - FSRSParameters.standard.values[index])
      / FSRSParameters.deviations[index]
  }

  /// The parameters with one number moved a little, away from the nearer limit.
  private static func move(
    of index: Int, in parameters: FSRSParameters
  ) -> (parameters: FSRSParameters, distance: Double) {
    var values = parameters.values
    let limits = FSRSParameters.limits[index]
    let step = 1e-6 * (limits.upperBound - limits.lowerBound)
    let isLow = values[index] - limits.lowerBound < limits.upperBound - values[index]
    values[index] += isLow ? step : -step
    return (FSRSParameters(limiting: values), values[index] - parameters.values[index])
  }
}
