import Foundation
import Testing

@testable import QuizKit

@Suite struct ScoreDistributionTests {
  private func isClose(_ a: [Double], _ b: [Double]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) < 1e-12 }
  }

  @Test func `independent events add up`() {
    let three = ScoreDistribution(events: [0.5, 0.5, 0.5])
    #expect(isClose(three.chances, [0.125, 0.375, 0.375, 0.125]))
    let mixed = ScoreDistribution(events: [0.2, 0.7])
    #expect(isClose(mixed.chances, [0.24, 0.62, 0.14]))
    #expect(abs(mixed.mean - 0.9) < 1e-12)
  }

  @Test func `what is certain needs no chance`() {
    let sum = ScoreDistribution(events: [1, 1, 0])
    #expect(sum.first == 2)
    #expect(isClose(sum.chances, [1]))
    #expect(sum.chance(ofAtLeast: 2) == 1)
    #expect(sum.chance(ofAtLeast: 3) == 0)
  }

  @Test func `an unknown chance is spread as its distribution says`() {
    // A uniform chance makes every count equally likely.
    let even = ScoreDistribution(count: 4, a: 1, b: 1)
    #expect(isClose(even.chances, Array(repeating: 0.2, count: 5)))
    let skewed = ScoreDistribution(count: 2, a: 2, b: 1)
    let thirds: [Double] = [1.0 / 6.0, 2.0 / 6.0, 0.5]
    #expect(isClose(skewed.chances, thirds))
    #expect(isClose(ScoreDistribution(count: 0, a: 3, b: 4).chances, [1]))
  }

  @Test func `a sample of what is known to be right is hypergeometric`() {
    // 2 of 4 questions are right, and 2 are drawn.
    let sample = ScoreDistribution(first: 2, chances: [1]).sample(2, of: 4)
    let sixths: [Double] = [1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0]
    #expect(isClose(sample.chances, sixths))
    let two = ScoreDistribution(events: [0.3, 0.9])
    #expect(isClose(two.sample(2, of: 2).chances, two.chances))
    #expect(isClose(two.sample(0, of: 2).chances, [1]))
  }

  @Test func `a sample of independent events is as if each were drawn`() {
    // One of three is drawn at random, so the result is the mean of the chances.
    let sample = ScoreDistribution(events: [0.2, 0.5, 0.8]).sample(1, of: 3)
    #expect(isClose(sample.chances, [0.5, 0.5]))
    // Two of three are drawn, so the result is the mean over the pairs.
    let pairs: [[Double]] = [[0.2, 0.5], [0.2, 0.8], [0.5, 0.8]].map {
      ScoreDistribution(events: $0).chances
    }
    let mean: [Double] = (0...2).map { index in pairs.map { $0[index] }.reduce(0, +) / 3 }
    #expect(isClose(ScoreDistribution(events: [0.2, 0.5, 0.8]).sample(2, of: 3).chances, mean))
  }

  @Test func `thousands of events keep their mean and add up to one`() {
    let events = (0..<10_000).map { Double($0 % 100) / 100 }
    let sum = ScoreDistribution(events: events)
    let (whole, expected) = (sum.chances.reduce(0, +), events.reduce(0, +))
    #expect(abs(whole - 1) < 1e-9)
    #expect(abs(sum.mean - expected) < 1e-6)
    #expect(sum.chances.count < 2000)
  }

  @Test func `a mixture has each of its distributions as often as it is weighted`() {
    let mixture = ScoreDistribution(mixing: [
      (0.25, ScoreDistribution(first: 1, chances: [0.5, 0.5])),
      (0.75, ScoreDistribution(first: 2, chances: [0.2, 0, 0.8])),
    ])
    #expect(mixture.first == 1)
    #expect(isClose(mixture.chances, [0.125, 0.275, 0, 0.6]))
  }

  @Test func `the interval is the shortest that is sure enough`() {
    let distribution = ScoreDistribution(first: 3, chances: [0.02, 0.5, 0.46, 0.02])
    #expect(distribution.interval(of: 0.95) == 4...5)
    #expect(distribution.interval(of: 0.97) == 4...6)
    #expect(distribution.interval(of: 1) == 3...6)
    #expect(ScoreDistribution().interval(of: 0.95) == 0...0)
  }
}
