import Foundation
import QuizExchange
import QuizStore
import Testing

@testable import QuizKit

@Suite struct ParameterFitTests {
  @Test func `a learner who forgets faster gets parameters that predict what comes better`() throws
  {
    let fit = try ParameterFit(to: ReviewAnswer.forgetful(questions: 150, reviews: 9))
    #expect(fit.fittedLoss < fit.standardLoss)
    #expect(fit.kept == fit.parameters)
    #expect(fit.parameters.values[20] > FSRSParameters.standard.values[20])
  }

  @Test func `guesses are no reason to think that somebody remembers well`() throws {
    let answers = ReviewAnswer.forgetful(questions: 150, reviews: 9, choices: 2)
    let fit = try ParameterFit(to: answers)
    #expect(fit.isBetter)
    #expect(fit.parameters.values[2] < FSRSParameters.standard.values[2])
  }

  @Test func `equal answers give equal parameters, to the last bit and in any order`() throws {
    let answers = ReviewAnswer.forgetful(questions: 60, reviews: 7)
    let first = try ParameterFit(to: answers)
    #expect(try ParameterFit(to: answers) == first)
    #expect(try ParameterFit(to: answers.chronological()) == first)
  }

  @Test func `fewer than 400 answers are too few`() {
    let answers = Array(ReviewAnswer.forgetful(questions: 57, reviews: 6).dropLast())
    #expect(answers.count == 398)
    #expect(throws: FitRefusal.tooFewAnswers(398, needed: 400)) { try ParameterFit(to: answers) }
  }

  @Test func `what cannot be judged is not kept`() throws {
    let answers = (0..<500).map {
      ReviewAnswer.sample(question: Int64($0), day: 0, isRight: true)
    }
    let fit = try ParameterFit(to: answers)
    #expect(fit.judged == 0)
    #expect(!fit.isBetter)
    #expect(fit.kept == .standard)
  }

  @Test func `a fit is judged by answers that it has not seen`() throws {
    let answers = ReviewAnswer.forgetful(questions: 60, reviews: 7).chronological()
    let fit = try ParameterFit(to: answers)
    let seen = answers.count - answers.count / 5
    // The last answers do not influence the parameters that they judge.
    let samples = FitAnswers(Array(answers.prefix(seen)))
    let early = FisherScoring(objective: FitObjective(answers: samples, count: seen))
      .minimum(from: .standard) { _ in true }
    let losses = FitAnswers(answers).losses(of: FSRS(early), in: seen..<answers.count)
    #expect(losses.count == fit.judged)
    let mean = losses.reduce(0) { $0 + $1.loss } / Double(losses.count)
    #expect(abs(fit.fittedLoss - mean) < 1e-9)
  }

  @Test func `numbers at their limits do not keep the others from their best`() {
    let answers = FitAnswers(ReviewAnswer.forgetful(questions: 20, reviews: 20))
    let objective = FitObjective(answers: answers, count: answers.samples.count)
    let best = FisherScoring(objective: objective).minimum(from: .standard) { _ in true }
    let expansion = objective.expansion(at: best)
    var atLimits = 0
    for (row, index) in objective.fitted.enumerated() {
      let (value, limits) = (best.values[index], FSRSParameters.limits[index])
      if value == limits.lowerBound || value == limits.upperBound {
        atLimits += 1
      } else {
        // The gain, in nats, of one more step in this number alone.
        let slope = expansion.gradient[row]
        #expect(slope * slope / expansion.curvature[row, row] / 2 < 0.01)
      }
    }
    #expect(atLimits > 0)
  }

  @Test func `the numbers of hard and easy are fitted only where these grades were given`() {
    func answers(_ grades: [RecallGrade]) -> FitObjective {
      let answers = FitAnswers(
        grades.enumerated().map { day, grade in
          ReviewAnswer(
            to: Identifier(rawValue: 1), at: Date(timeIntervalSince1970: Double(day * 86_400)),
            grade: grade, choices: nil)
        })
      return FitObjective(answers: answers, count: answers.samples.count)
    }
    let hardAndEasy = [1, 3, 15, 16]
    #expect(!answers([.good, .again, .good]).fitted.contains(where: hardAndEasy.contains))
    #expect(answers([.good, .hard, .good]).fitted == Array(0..<21))
    let expansion = answers([.hard, .good, .hard, .easy, .good]).expansion(at: .standard)
    #expect(hardAndEasy.filter { expansion.gradient[$0] != 0 } == [1, 15, 16])
  }

  @Test func `the progress rises to one`() throws {
    var progress: [Double] = []
    _ = try ParameterFit(to: ReviewAnswer.forgetful(questions: 60, reviews: 7)) {
      progress.append($0)
      return true
    }
    #expect(progress.count > 2)
    #expect(progress == progress.sorted())
    #expect(progress.last == 1)
  }

  @Test func `only numbers that right and wrong answers depend on are fitted`() throws {
    let fit = try ParameterFit(to: ReviewAnswer.forgetful(questions: 60, reviews: 7))
    for index in [1, 3, 15, 16] {
      #expect(fit.parameters.values[index] == FSRSParameters.standard.values[index])
    }
  }
}
