import Foundation

/// A probability distribution of a count, such as the number of right answers in an exam.
struct ScoreDistribution {
  /// The smallest count whose probability is kept.
  private(set) var first: Int
  /// The probabilities of the counts from ``first`` on.
  private(set) var chances: [Double]

  /// The probability below which counts at both ends are dropped. They would take most of the time
  /// without a visible effect.
  private static let negligible = 1e-14

  /// The number of events up to which they are added one by one.
  private static let fewEvents = 64

  /// Creates the distribution in which the count is certainly 0.
  init() { (first, chances) = (0, [1]) }

  init(first: Int, chances: [Double]) {
    (self.first, self.chances) = (first, chances)
  }

  /// Creates the distribution of how many of some independent events occur, where each event has
  /// its own probability (the Poisson binomial distribution).
  init(events: [Double]) { self.init(events: events[...]) }

  private init(events: ArraySlice<Double>) {
    // Adding one event takes as long as the distribution is wide. Halves meet only once.
    guard events.count <= Self.fewEvents else {
      let middle = (events.startIndex + events.endIndex) / 2
      self = Self(events: events[..<middle]).adding(Self(events: events[middle...]))
      return
    }
    self.init()
    chances.reserveCapacity(events.count + 1)
    for event in events {
      chances.append(0)
      for index in stride(from: chances.count - 1, to: 0, by: -1) {
        chances[index] = chances[index] * (1 - event) + chances[index - 1] * event
      }
      chances[0] *= 1 - event
      trim()
    }
  }

  /// Creates the distribution of how many of `count` events occur that share one unknown
  /// probability, which is distributed as Beta(a, b) (the beta-binomial distribution).
  init(count: Int, a: Double, b: Double) {
    let whole = logBeta(a, b)
    self.init(
      first: 0,
      chances: (0...count).map { occurring in
        exp(
          LogFactorials.choose(count, occurring)
            + logBeta(a + Double(occurring), b + Double(count - occurring)) - whole)
      })
    trim()
  }

  /// Creates the distribution of a count that has one of several distributions, each with this
  /// probability.
  init(mixing parts: [(weight: Double, distribution: ScoreDistribution)]) {
    let first = parts.lazy.map(\.distribution.first).min() ?? 0
    let end = parts.lazy.map { $0.distribution.first + $0.distribution.chances.count }.max() ?? 0
    var chances = Array(repeating: 0.0, count: end - first)
    for (weight, part) in parts {
      for (index, chance) in part.chances.enumerated() {
        chances[part.first - first + index] += weight * chance
      }
    }
    self.init(first: first, chances: chances)
  }

  /// The expected count.
  var mean: Double {
    chances.indices.reduce(0) { $0 + Double(first + $1) * chances[$1] }
  }

  /// The probability of `count` or more.
  func chance(ofAtLeast count: Int) -> Double {
    min(chances.dropFirst(max(0, count - first)).reduce(0, +), 1)
  }

  /// The distribution of the sum of this count and another, independent one.
  func adding(_ other: ScoreDistribution) -> ScoreDistribution {
    var sums = Array(repeating: 0.0, count: chances.count + other.chances.count - 1)
    for (index, chance) in chances.enumerated() {
      for (otherIndex, otherChance) in other.chances.enumerated() {
        sums[index + otherIndex] += chance * otherChance
      }
    }
    var sum = ScoreDistribution(first: first + other.first, chances: sums)
    sum.trim()
    return sum
  }

  /// The distribution of the count in a random sample of `drawn` things out of `total`, when this
  /// is the distribution of the count among all of them (a mixture of hypergeometric
  /// distributions).
  func sample(_ drawn: Int, of total: Int) -> ScoreDistribution {
    var result = Array(repeating: 0.0, count: drawn + 1)
    let ways = LogFactorials.choose(total, drawn)
    for (index, chance) in chances.enumerated() {
      let right = first + index
      let least = max(0, drawn - (total - right))
      for count in least...max(least, min(drawn, right)) {
        result[count] +=
          chance
          * exp(
            LogFactorials.choose(right, count) + LogFactorials.choose(total - right, drawn - count)
              - ways)
      }
    }
    var sample = ScoreDistribution(first: 0, chances: result)
    sample.trim()
    return sample
  }

  /// The shortest range of counts with at least this probability.
  func interval(of chance: Double) -> ClosedRange<Int> {
    let most = chances.indices.max { chances[$0] < chances[$1] } ?? 0
    var (low, high, sum) = (most, most, chances[most])
    while sum < chance, low > 0 || high < chances.count - 1 {
      let below = low > 0 ? chances[low - 1] : -1
      let above = high < chances.count - 1 ? chances[high + 1] : -1
      if below > above {
        low -= 1
        sum += below
      } else {
        high += 1
        sum += above
      }
    }
    return (first + low)...(first + high)
  }

  private mutating func trim() {
    while chances.count > 1, chances[chances.count - 1] < Self.negligible { chances.removeLast() }
    let leading = chances.firstIndex { $0 >= Self.negligible } ?? 0
    if leading > 0 {
      chances.removeFirst(leading)
      first += leading
    }
  }
}

/// The logarithm of the beta function.
func logBeta(_ a: Double, _ b: Double) -> Double { lgamma(a) + lgamma(b) - lgamma(a + b) }

/// Logarithms of factorials.
private enum LogFactorials {
  private static let table: [Double] = {
    var table = [0.0]
    for number in 1...20_000 { table.append(table[number - 1] + log(Double(number))) }
    return table
  }()

  /// The logarithm of the number of ways to choose `part` of `whole`.
  static func choose(_ whole: Int, _ part: Int) -> Double {
    factorial(whole) - factorial(part) - factorial(whole - part)
  }

  private static func factorial(_ number: Int) -> Double {
    number < table.count ? table[number] : lgamma(Double(number) + 1)
  }
}
