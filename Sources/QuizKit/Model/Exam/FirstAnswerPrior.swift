import Foundation

/// The expectation for questions that were never asked. Each section has a chance of a right
/// answer, with its uncertainty. It is derived from the first answers in that section and in the
/// other sections.
///
/// The chances of the sections vary around a common mean (a hierarchical beta-binomial model). Each
/// pair of a mean and a variation on a grid is weighted by how well it explains the first answers.
struct FirstAnswerPrior {
  /// The distribution Beta(a, b) of the chance in one section.
  struct Beta: Equatable {
    var a: Double
    var b: Double

    var mean: Double { a / (a + b) }
  }

  /// The distribution of each section.
  let sections: [Beta]

  private static let means = stride(from: 0.05, through: 0.951, by: 0.05).map { $0 }
  private static let strengths = [2.0, 4, 8, 16, 32]

  /// - Parameter first: the first answers of each section, and how many of them were right.
  init(first: [(right: Int, answers: Int)]) {
    var points: [(beta: Beta, weight: Double)] = []
    for mean in Self.means {
      for strength in Self.strengths {
        let beta = Beta(a: mean * strength, b: (1 - mean) * strength)
        let weight = first.reduce(0.0) { sum, section in
          sum + Self.logLikelihood(section.right, of: section.answers, beta)
        }
        points.append((beta, weight))
      }
    }
    let greatest = points.map(\.weight).max() ?? 0
    for index in points.indices { points[index].weight = exp(points[index].weight - greatest) }
    let whole = points.reduce(0) { $0 + $1.weight }
    sections = first.map { section in
      var (mean, square) = (0.0, 0.0)
      for (beta, weight) in points {
        let (a, b) = (
          beta.a + Double(section.right), beta.b + Double(section.answers - section.right)
        )
        let part = weight / whole
        mean += part * a / (a + b)
        square += part * a * (a + 1) / ((a + b) * (a + b + 1))
      }
      return Self.beta(mean: mean, variance: square - mean * mean)
    }
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
