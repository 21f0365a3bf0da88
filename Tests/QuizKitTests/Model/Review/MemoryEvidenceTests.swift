import Foundation
import Testing

@testable import QuizKit
@testable import QuizSupport

@Suite struct MemoryEvidenceTests {
  private let formulas = FSRS()
  private let typed = Guessing(choices: nil)

  /// Answers to questions, whose chances of recall fall to one half between two answers according
  /// to the formulas.
  private func evidence(
    questions: Int, reviews: Int, isRight: (_ question: Int, _ review: Int) -> Bool
  ) -> MemoryEvidence {
    var evidence = MemoryEvidence(formulas: formulas)
    var counts = Array(repeating: AnswerCount(), count: questions)
    for review in 0...reviews {
      for question in 0..<questions {
        let isRight = isRight(question, review)
        if review == 0 {
          evidence.addFirst(isRight: isRight)
        } else {
          evidence.add(
            RecallModel.Prediction(
              recall: 0.5, corrected: 0.5, isRight: isRight, guessing: typed),
            after: counts[question])
        }
        counts[question].add(isRight: isRight)
      }
    }
    return evidence
  }

  private func lasting(_ evidence: MemoryEvidence) -> Double {
    evidence.weighted.reduce(0) { sum, part in
      if case .lasting = part.hypothesis { sum + part.weight } else { sum }
    }
  }

  @Test func `without answers that come again, all hypotheses are as likely`() {
    let evidence = MemoryEvidence(formulas: formulas)
    #expect(abs(lasting(evidence) - 0.2) < 1e-9)
    #expect(abs(evidence.weighted.reduce(0) { $0 + $1.weight } - 1) < 1e-9)
    let usual = evidence.weighted.first {
      $0.hypothesis == .fading(factor: 1, RecallCalibration())
    }
    #expect(abs((usual?.weight ?? 0) - 0.2) < 1e-9)
  }

  @Test func `a learner who never forgets is recognised after twenty answers`() {
    let few = evidence(questions: 5, reviews: 4) { _, _ in true }
    #expect(few.chanceOfRight(recall: 0.5, typed, after: .init(right: 5, answers: 5)) > 0.85)
    let many = evidence(questions: 20, reviews: 5) { _, _ in true }
    #expect(many.chanceOfRight(recall: 0.5, typed, after: .init(right: 6, answers: 6)) > 0.97)
  }

  @Test func `where each question keeps its own chance, its answers count and not the time`() {
    let evidence = evidence(questions: 40, reviews: 5) { question, _ in question % 4 != 0 }
    #expect(lasting(evidence) > 0.99)
    let known = AnswerCount(right: 6, answers: 6)
    let unknown = AnswerCount(right: 0, answers: 6)
    #expect(evidence.chanceOfRight(recall: 0.4, typed, after: known) > 0.9)
    #expect(evidence.chanceOfRight(recall: 0.9, typed, after: unknown) < 0.2)
  }

  @Test func `a learner whose memory fades is not taken for one who keeps everything`() {
    let answers = ReviewAnswer.forgetful(questions: 60, reviews: 6)
    var evidence = MemoryEvidence(formulas: formulas)
    var model = RecallModel()
    var counts: [Int64: AnswerCount] = [:]
    for answer in answers.sorted(by: { $0.milliseconds < $1.milliseconds }) {
      let id = answer.questionID.rawValue
      if let prediction = model.add(answer) {
        evidence.add(prediction, after: counts[id] ?? AnswerCount())
      } else if counts[id] == nil {
        evidence.addFirst(isRight: answer.isRight)
      }
      counts[id, default: AnswerCount()].add(isRight: answer.isRight)
    }
    #expect(lasting(evidence) < 0.01)
    let shortest = evidence.weighted.max { $0.weight < $1.weight }
    guard case .fading(let factor, _) = shortest?.hypothesis else {
      Issue.record("no memory that fades is likely")
      return
    }
    #expect(factor < 1)
  }

  @Test func `memory that fades more slowly loses the same in as many times the days`() {
    for days in [1, 7, 40] {
      let usual = formulas.recall(after: days, stability: 5)
      let slow = formulas.recall(after: days, stability: 20)
      #expect(abs(formulas.recall(usual, slowedBy: 4) - slow) < 1e-12)
    }
    #expect(formulas.recall(1, slowedBy: 4) == 1)
  }

  @Test(.enabled(if: SharedData.isThere, "QA_REPL_SHARED does not name the vectors' folder"))
  func `real answers are predicted at least as well as by the formulas alone`() throws {
    var evidence = MemoryEvidence(formulas: formulas)
    var model = RecallModel()
    var counts: [Int64: AnswerCount] = [:]
    var (loss, predictions) = (0.0, 0)
    for answer in try ReviewAnswer.shared().chronological() {
      let id = answer.questionID.rawValue
      let count = counts[id] ?? AnswerCount()
      if let prediction = model.add(answer) {
        let chance = evidence.chanceOfRight(
          recall: prediction.recall, prediction.guessing, after: count)
        loss += LogLoss.of(isRight: answer.isRight, chance: chance)
        predictions += 1
        evidence.add(prediction, after: count)
      } else if count.answers == 0 {
        evidence.addFirst(isRight: answer.isRight)
      }
      counts[id, default: AnswerCount()].add(isRight: answer.isRight)
    }
    #expect(predictions == 5329)
    #expect(loss / Double(predictions) <= 0.4501, "\(loss / Double(predictions))")
  }
}
