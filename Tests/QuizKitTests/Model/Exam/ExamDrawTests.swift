import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct ExamDrawTests {
  private typealias ID = Identifier<Question>

  private static func ids(_ numbers: some Sequence<Int>) -> [ID] {
    numbers.map { ID(rawValue: Int64($0)) }
  }

  private static func blueprint(_ counts: [Int]) -> ExamBlueprint {
    ExamBlueprint(
      questions: counts.reduce(0, +), passMark: Percent(hundredths: 5000),
      sections: counts.enumerated().map { .init("S\($0)", .number(questions: $1)) })
  }

  private func draw(
    _ counts: [Int], _ pools: [[ID]], seed: UInt64 = 0, lastAsked: ((ID) -> Int64?)? = nil
  ) throws -> [[ID]] {
    var random = SplitMix64(seed: seed)
    return try ExamDraw(
      Self.blueprint(counts), from: pools, lastAsked: lastAsked, using: &random
    ).sections
  }

  @Test func `10,000 seeds draw the exact numbers, no question twice, each of its section`() throws
  {
    // The sections overlap, so that some seeds need an exchange.
    let pools = [Self.ids(1...6), Self.ids(4...12), Self.ids([1, 2, 3, 12, 13])]
    for seed in 0..<10_000 {
      let drawn = try draw([4, 6, 3], pools, seed: UInt64(seed))
      #expect(drawn.map(\.count) == [4, 6, 3])
      #expect(Set(drawn.joined()).count == 13)
      for (section, pool) in zip(drawn, pools) { #expect(Set(section).isSubset(of: pool)) }
    }
  }

  @Test func `each question of a section is drawn equally often`() throws {
    var counts: [ID: Int] = [:]
    for seed in 0..<10_000 {
      for id in try draw([3, 2], [Self.ids(1...10), Self.ids(11...14)], seed: UInt64(seed)).joined()
      {
        counts[id, default: 0] += 1
      }
    }
    // Five standard deviations of a binomial distribution.
    for number in 1...10 { #expect(abs((counts[ID(rawValue: Int64(number))] ?? 0) - 3000) < 230) }
    for number in 11...14 { #expect(abs((counts[ID(rawValue: Int64(number))] ?? 0) - 5000) < 250) }
  }

  @Test func `each order is equally likely`() throws {
    var counts: [[ID]: Int] = [:]
    for seed in 0..<6000 {
      counts[try draw([3], [Self.ids(1...3)], seed: UInt64(seed))[0], default: 0] += 1
    }
    #expect(counts.count == 6)
    for count in counts.values { #expect(abs(count - 1000) < 150) }
  }

  @Test func `the same seed draws the same, another one something else`() throws {
    let pools = [Self.ids(1...1000)]
    #expect(try draw([65], pools, seed: 7) == draw([65], pools, seed: 7))
    #expect(try draw([65], pools, seed: 7) != draw([65], pools, seed: 8))
  }

  @Test func `a section that shares its questions gets what others can do without`() throws {
    // Only A can ask question 1, and C can get question 3 only by way of B.
    let pools = [Self.ids([1, 2]), Self.ids([2, 3]), Self.ids([3])]
    for seed in 0..<50 {
      #expect(
        try draw([1, 1, 1], pools, seed: UInt64(seed)) == [[1], [2], [3]].map { Self.ids($0) })
    }
  }

  @Test func `too few questions are told with how many are missing`() {
    #expect(
      throws: ExamRefusal.tooFewQuestions([
        .init(section: "S0", needed: 5, available: 3),
        .init(section: "S2", needed: 2, available: 0),
      ])
    ) { try draw([5, 1, 2], [Self.ids(1...3), Self.ids(4...9), []]) }
    #expect(
      throws: ExamRefusal.tooFewQuestions([.init(section: "S1", needed: 2, available: 1)])
    ) { try draw([2, 2], [Self.ids(1...3), Self.ids(1...3)]) }
  }

  @Test func `what was not asked for long is preferred, what was never asked most`() throws {
    let asked: [Int64: Int64] = [1: 500, 2: 100, 3: 300, 4: 200]
    for seed in 0..<100 {
      let drawn = try draw([4], [Self.ids(1...6)], seed: UInt64(seed)) { asked[$0.rawValue] }
      #expect(Set(drawn[0]) == Set(Self.ids([5, 6, 2, 4])))
    }
  }

  @Test func `of questions that were asked equally long ago any may come`() throws {
    var seen: Set<ID> = []
    for seed in 0..<50 {
      seen.formUnion(try draw([1], [Self.ids(1...4)], seed: UInt64(seed)) { _ in 9 }[0])
    }
    #expect(seen.count == 4)
  }
}
