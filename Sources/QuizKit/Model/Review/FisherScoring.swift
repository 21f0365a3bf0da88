/// Finds the parameters with the smallest ``FitObjective``, by Fisher's scoring with the damping of
/// Levenberg and Marquardt.
struct FisherScoring {
  let objective: FitObjective

  /// The maximum number of steps. Usually far fewer are needed.
  static let mostSteps = 25
  /// The gain, in nats, below which no further step is made.
  private static let leastGain = 1e-3
  private static let mostDamping = 1e8

  /// Steps downhill from `start` until a step gains nothing more.
  ///
  /// - Parameter progress: called after each step with the number of steps. Returns `false` to stop
  ///   there.
  func minimum(from start: FSRSParameters, progress: (Int) -> Bool) -> FSRSParameters {
    var parameters = start
    var value = objective.value(at: start)
    var damping = 1e-3
    for step in 1...Self.mostSteps {
      let expansion = objective.expansion(at: parameters)
      let before = value
      while damping < Self.mostDamping {
        let candidate = candidate(from: parameters, expansion, damping: damping)
        let candidateValue = objective.value(at: candidate)
        if candidateValue < value {
          (parameters, value) = (candidate, candidateValue)
          damping /= 10
          break
        }
        damping *= 10
      }
      let goesOn = progress(step)
      if !goesOn || before - value < Self.leastGain { break }
    }
    return parameters
  }

  /// The minimum of the expansion, moved into the limits. More damping makes the steps shorter.
  private func candidate(
    from parameters: FSRSParameters, _ expansion: FitObjective.Expansion, damping: Double
  ) -> FSRSParameters {
    let fitted = objective.fitted
    var matrix = expansion.curvature
    var downhill = expansion.gradient.map { -$0 }
    for (row, index) in fitted.enumerated() {
      matrix[row, row] *= 1 + damping
      if Self.isAgainstLimit(parameters.values[index], downhill[row], FSRSParameters.limits[index])
      {
        downhill[row] = 0
        for other in fitted.indices where other != row {
          matrix[max(row, other), min(row, other)] = 0
        }
      }
    }
    guard let changes = matrix.solution(for: downhill) else { return parameters }
    var values = parameters.values
    for (row, index) in fitted.enumerated() { values[index] += changes[row] }
    return FSRSParameters(limiting: values)
  }

  /// Whether a number is at one of its limits and would have to cross it to go downhill.
  private static func isAgainstLimit(
    _ value: Double, _ direction: Double, _ limits: ClosedRange<Double>
  ) -> Bool {
    value <= limits.lowerBound && direction < 0 || value >= limits.upperBound && direction > 0
  }
}
