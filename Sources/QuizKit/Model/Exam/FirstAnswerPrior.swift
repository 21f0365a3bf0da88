import Foundation

/// The expectation for questions that were never asked. Each section has a chance of a right
/// answer, with its uncertainty. It is derived from the first answers in that section and in the
/// other sections.
///
/// The chances of the sections vary around a common mean (a hierarchical beta-binomial model). Each
/// pair of a mean and a variation on a grid is weighted by how well it explains the first answers.
/// A learner who knows nothing still guesses, so no mean is below the chance of a lucky guess.
struct FirstAnswerPrior {
  /// The distribution Beta(a, b) of the chance in one section.
  struct Beta: Equatable {
    var a: Double
    var b: Double

    var mean: Double { a / (a + b) }
  }

  /// What holds if the common mean has a certain value.
  struct Level: Equatable {
    /// How likely the value is, from 0 to 1.
    var weight: Double
    /// The distribution of each section, independent of the other sections.
    var sections: [Beta]
  }

  /// The distribution of each section, with all values of the common mean together.
  let sections: [Beta]
  /// The distributions for each likely value of the common mean. Sections share the mean, so after
  /// few answers all of them may turn out better or worse than expected together.
  let levels: [Level]

  /// The weight below which a level is left out.
  private static let negligible = 1e-3
  private static let means = stride(from: 0.05, through: 0.951, by: 0.05).map { $0 }
  private static let strengths = [2.0, 4, 8, 16, 32]

  /// - Parameters:
  ///   - first: the first answers of each section, and how many of them were right.
  ///   - guess: the chance of a lucky guess.
  init(first: [(right: Int, answers: Int)], guess: Double = 0) {
    var points: [[(beta: Beta, weight: Double)]] = Self.means.map { known in
      let mean = guess + (1 - guess) * known
      return Self.strengths.map { strength in
        let beta = Beta(a: mean * strength, b: (1 - mean) * strength)
        let weight = first.reduce(0.0) { sum, section in
          sum + Self.logLikelihood(section.right, of: section.answers, beta)
        }
        return (beta, weight)
      }
    }
    let greatest = points.joined().lazy.map(\.weight).max() ?? 0
    for mean in points.indices {
      for index in points[mean].indices {
        points[mean][index].weight = exp(points[mean][index].weight - greatest)
      }
    }
    func level(_ points: some Collection<(beta: Beta, weight: Double)>) -> Level {
      let whole = points.reduce(0) { $0 + $1.weight }
      return Level(
        weight: whole,
        sections: first.map { Self.mixture(of: points, whole: whole, $0.right, of: $0.answers) })
    }
    let all = level(Array(points.joined()))
    sections = all.sections
    // A single section shares its mean with no other.
    let likely =
      first.count < 2
      ? [all] : points.map(level).filter { $0.weight >= Self.negligible * all.weight }
    let whole = likely.reduce(0) { $0 + $1.weight }
    levels = likely.map { Level(weight: $0.weight / whole, sections: $0.sections) }
  }

  /// The distribution of a section's chance after its first answers, as one beta distribution with
  /// the mean and the variance of all that are weighted.
  private static func mixture(
    of points: some Collection<(beta: Beta, weight: Double)>, whole: Double, _ right: Int,
    of answers: Int
  ) -> Beta {
    var (mean, square) = (0.0, 0.0)
    for (beta, weight) in points {
      let (a, b) = (beta.a + Double(right), beta.b + Double(answers - right))
      let part = weight / whole
      mean += part * a / (a + b)
      square += part * a * (a + 1) / ((a + b) * (a + b + 1))
    }
    return beta(mean: mean, variance: square - mean * mean)
  }

  /// The logarithm of the probability of these answers when the section's chance has this
  /// distribution.
  private static func logLikelihood(_ right: Int, of answers: Int, _ beta: Beta) -> Double {
    logBeta(beta.a + Double(right), beta.b + Double(answers - right)) - logBeta(beta.a, beta.b)
  }

  /// The beta distribution with this mean and variance.
  private static func beta(mean: Double, variance: Double) -> Beta {
    let strength = max(mean * (1 - mean) / max(variance, 1e-9) - 1, 0.01)
    return Beta(a: mean * strength, b: (1 - mean) * strength)
  }
}
