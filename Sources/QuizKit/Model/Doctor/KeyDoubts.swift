import Foundation
import QuizExchange

/// Finds questions whose right choice is probably another one than the author said, by the answers
/// of those who know the other questions.
///
/// A learner who knows most of the other questions of a quiz contradicts the key by taking another
/// choice that most learners like that take. ``KeyEvidence`` weighs this. The questions found
/// count less when the learners are judged again, which is done a few times.
struct KeyDoubts {
  /// The fewest answers to a question from which something is concluded.
  static let leastAnswers = 8

  /// A question with another choice than the right one that the answers speak for.
  struct Doubt: Equatable {
    /// The position of the question among those that are examined.
    var question: Int
    /// The author's position of the choice, from 0.
    var choice: Int
  }

  /// The doubts, in the order of the questions.
  private(set) var doubts: [Doubt] = []

  /// The part of the questions that is assumed to have a wrong key.
  private static let usual = 0.04
  /// The least probability of a wrong key to be said.
  private static let least = 0.3
  private static let rounds = 3

  private let contents: [QuestionContent]
  private let answers: GivenAnswers
  /// The probability that the key of each question is wrong.
  private var wrong: [Double]

  init(_ contents: [QuestionContent], _ answers: GivenAnswers) {
    (self.contents, self.answers) = (contents, answers)
    wrong = contents.map { _ in 0 }
    let asked = contents.indices.filter { index in
      let total = answers.counts[index].reduce(0, +)
      return contents[index].solution.rightChoices.count == 1 && total >= Self.leastAnswers
    }
    guard !asked.isEmpty else { return }
    for _ in 0..<Self.rounds { judge(asked) }
  }

  /// Judges the learners by what is known of the questions, then the questions by the learners.
  private mutating func judge(_ asked: [Int]) {
    var picks = contents.map { _ in [Int]() }
    var abilities = contents.map { _ in [Double]() }
    for quiz in answers.quizzes {
      for (answer, ability) in zip(quiz, self.abilities(in: quiz)) {
        picks[answer.question].append(answer.choice)
        abilities[answer.question].append(ability)
      }
    }
    let evidence = asked.map { index in
      KeyEvidence(
        picks: picks[index], abilities: abilities[index], count: contents[index].choices.count)
    }
    let spread = Self.spread(asked.map { contents[$0].key }, evidence)
    doubts = []
    for (index, evidence) in zip(asked, evidence) {
      let key = contents[index].key
      let likelihoods = evidence.logLikelihoods.map { $0[spread] }
      let greatest = likelihoods.max() ?? 0
      let others = Double(likelihoods.count - 1)
      let weights = likelihoods.enumerated().map { choice, likelihood in
        exp(likelihood - greatest) * (choice == key ? 1 - Self.usual : Self.usual / others)
      }
      wrong[index] = 1 - weights[key] / weights.reduce(0, +)
      let best = weights.indices.filter { $0 != key }.max { weights[$0] < weights[$1] }
      if wrong[index] >= Self.least, let best {
        doubts.append(Doubt(question: index, choice: best))
      }
    }
  }

  /// The ability of the learner of a quiz for each of its answers, from the other answers: the
  /// logarithm of the odds of knowing one. The share of right answers is corrected for guesses and
  /// moved a little towards one half, because a few answers do not say much.
  private func abilities(in quiz: [GivenAnswers.Choice]) -> [Double] {
    var (right, luck, total) = (0.0, 0.0, 0.0)
    let parts = quiz.map { answer in
      let content = contents[answer.question]
      let weight = 1 - wrong[answer.question]
      return (
        weight * (content.solution.rightChoices.contains(answer.choice) ? 1 : 0),
        weight / Double(content.choices.count), weight
      )
    }
    for part in parts { (right, luck, total) = (right + part.0, luck + part.1, total + part.2) }
    return parts.map { part in
      let rest = total - part.2 + 2
      let chance = (luck - part.1 + 0.5) / rest
      let share = (right - part.0 + 1) / rest
      let known = min(max((share - chance) / (1 - chance), 0.03), 0.97)
      return log(known / (1 - known))
    }
  }

  /// The number of the spread that fits all answers best, if the keys are right.
  private static func spread(_ keys: [Int], _ evidence: [KeyEvidence]) -> Int {
    let sums = KeyEvidence.spreads.indices.map { spread in
      zip(keys, evidence).reduce(0) { $0 + $1.1.logLikelihoods[$1.0][spread] }
    }
    return sums.indices.max { sums[$0] < sums[$1] } ?? 0
  }
}

extension QuestionContent {
  /// The author's position of the one right choice.
  fileprivate var key: Int { solution.rightChoices.first ?? 0 }
}
