import Testing

@testable import QuizKit

@Suite struct PredictionTallyTests {
  @Test func `of what was said to be so likely it counts what was right`() {
    var tally = PredictionTally()
    for number in 0..<10 { tally.add(chance: 0.92, isRight: number < 9) }
    tally.add(chance: 0.3, isRight: true)
    let row = tally.rows[6]
    #expect(PredictionTally.bounds[6] == 90)
    #expect(row.answers == 10 && row.shareRight == 0.9)
    #expect(abs(row.meanSaid - 0.92) < 1e-12)
    #expect(tally.rows[0].answers == 1 && tally.total.answers == 11 && tally.total.right == 10)
  }

  @Test func `each chance belongs to one row, the limits too`() {
    var tally = PredictionTally()
    for chance in [0, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1] {
      tally.add(chance: chance, isRight: true)
    }
    #expect(tally.rows.map(\.answers) == [1, 1, 1, 1, 1, 1, 1, 2])
  }

  @Test func `only answers a day or more after the one before were predicted`() {
    let answers = [0, 0, 3, 9].map { ReviewAnswer.sample(question: 1, day: $0, isRight: true) }
    #expect(RecallModel(of: answers).tally.total.answers == 2)
  }

  @Test func `what was said of choices has the lucky guesses in it`() {
    let answers = [0, 5].map {
      ReviewAnswer.sample(question: 1, day: $0, isRight: true, choices: 2)
    }
    var said: [Double] = []
    let model = RecallModel(of: answers) {
      said.append($0.guessing.chanceOfRight(recall: $0.corrected))
    }
    #expect(said.count == 1 && model.tally.total.meanSaid == said[0])
  }
}
