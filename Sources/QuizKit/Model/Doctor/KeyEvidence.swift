import Foundation

/// Weighs how well the answers to one question fit each of its choices being the right one.
///
/// A learner knows the answer with the chance σ(ability − difficulty), as in the model of Rasch,
/// and picks any choice otherwise. The learner's ability comes from the other answers of the same
/// quiz.
/// Nobody knows the difficulty, and how attractive each choice is to those who do not know, so that
/// all possible values are weighed by how usual they are.
struct KeyEvidence {
  /// How unevenly those who do not know spread over the choices: the parameter of a symmetric
  /// Dirichlet distribution. The bank's own answers say which of these values fits it.
  static let spreads = [1.0, 2, 4, 8]

  /// The logarithm of the likelihood of the answers, by the choice that is taken for the right one
  /// and by the number of the spread.
  let logLikelihoods: [[Double]]

  /// - Parameters:
  ///   - picks: the choice of each learner, by its position in the author's order.
  ///   - abilities: the ability of each learner, as the logarithm of the odds of knowing an
  ///     answer.
  ///   - count: the number of choices.
  init(picks: [Int], abilities: [Double], count: Int) {
    var counts = [Int](repeating: 0, count: count)
    for pick in picks { counts[pick] += 1 }
    let known = Self.difficulties.map { difficulty in
      abilities.map { 1 / (1 + exp(difficulty.value - $0)) }
    }
    let unknown = known.map { $0.map { log(1 - $0) } }
    let shares = Self.shares(of: count)
    let weights = Self.spreads.map { Self.logWeights(of: shares, count: count, spread: $0) }
    logLikelihoods = (0..<count).map { key in
      // By difficulty and by the share of those who guess the key.
      let table = known.indices.map { difficulty in
        let (known, unknown) = (known[difficulty], unknown[difficulty])
        let others = picks.indices.reduce(0) { picks[$1] == key ? $0 : $0 + unknown[$1] }
        return shares.map { share in
          picks.indices.reduce(others + Double(picks.count - counts[key]) * log(1 - share)) {
            picks[$1] == key ? $0 + log(known[$1] + (1 - known[$1]) * share) : $0
          } + Self.difficulties[difficulty].logWeight
        }
      }
      var wrong = counts
      wrong.remove(at: key)
      return zip(Self.spreads, weights).map { spread, weights in
        let all = table.flatMap { zip($0, weights).map { $0 + $1 } }
        return Self.logSum(all) + Self.logChance(of: wrong, spread: spread)
      }
    }
  }

  /// The difficulties of usual questions: normally distributed with the standard deviation 1.3.
  private static let difficulties: [(value: Double, logWeight: Double)] = {
    let values = stride(from: -3.5, through: 3.5, by: 0.5).map { $0 }
    let weights = values.map { -$0 * $0 / (2 * 1.3 * 1.3) }
    let sum = logSum(weights)
    return zip(values, weights).map { ($0, $1 - sum) }
  }()

  /// The shares of those who guess the key that are weighed. Shares far above that of an even
  /// spread are too rare to matter.
  private static func shares(of count: Int) -> [Double] {
    let greatest = min(1, 2.5 / Double(count))
    return (0..<10).map { (Double($0) + 0.5) / 10 * greatest }
  }

  /// The logarithms of how usual these shares of one among `count` choices are.
  private static func logWeights(
    of shares: [Double], count: Int, spread: Double
  ) -> [Double] {
    let weights = shares.map {
      (spread - 1) * log($0) + (Double(count - 1) * spread - 1) * log(1 - $0)
    }
    let sum = logSum(weights)
    return weights.map { $0 - sum }
  }

  /// The logarithm of the chance that those who take a wrong choice spread over these choices in
  /// this way (the Dirichlet-multinomial distribution).
  private static func logChance(of counts: [Int], spread: Double) -> Double {
    let (choices, total) = (Double(counts.count), Double(counts.reduce(0, +)))
    return counts.reduce(lgamma(choices * spread) - lgamma(choices * spread + total)) {
      $0 + lgamma(Double($1) + spread) - lgamma(spread)
    }
  }

  private static func logSum(_ values: [Double]) -> Double {
    let greatest = values.max() ?? 0
    return greatest + log(values.reduce(0) { $0 + exp($1 - greatest) })
  }
}
