import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// The choices that learners took, of all finished quizzes and of those in practice mode.
///
/// Of a question that a quiz asked more than once, only the first answer counts, because the right
/// one was shown after it. Answers from before a question was last changed do not count either,
/// because its choices may have been others.
struct GivenAnswers {
  /// An answer to a question with one choice to be picked.
  struct Choice {
    /// The question, by its position among those that are examined.
    var question: Int
    /// The author's position of the choice, from 0.
    var choice: Int
  }

  /// The answers of each quiz.
  let quizzes: [[Choice]]
  /// The answers to each question by choice, in the author's order.
  let counts: [[Int]]

  /// - Throws: The store's error when it cannot be read.
  init(to questions: [Question], _ answers: AnswerLog, in store: StoreContext) throws {
    let ids = questions.map(\.id)
    var positions = IdentifierTable<Question, Int?>(ids, initially: nil)
    for (position, question) in questions.enumerated() { positions[question.id] = position }
    let settled = try answers.settled().filter { $0.isAnswered && positions[$0.questionID] != nil }
    let taken: [TakenChoice] = try store.savedParts(of: settled.map(\.id))
    var seen: Set<Place> = []
    var quizzes: [Identifier<Attempt>: [Choice]] = [:]
    for answer in taken.sorted(by: { ($0.attemptID, $0.position) < ($1.attemptID, $1.position) }) {
      guard let position = positions[answer.questionID], let choice = answer.choice
      else { continue }
      let question = questions[position]
      guard question.content.choices.indices.contains(choice),
        answer.choices == nil || answer.choices == question.content.choices.count,
        answer.changedAt >= max(question.changedAt, question.keyChangedAt ?? question.changedAt),
        seen.insert(Place(quiz: answer.attemptID, question: position)).inserted
      else { continue }
      quizzes[answer.attemptID, default: []].append(Choice(question: position, choice: choice))
    }
    self.init(quizzes.keys.sorted().compactMap { quizzes[$0] }, to: questions.map(\.content))
  }

  /// The answers of some quizzes, each at most once to a question.
  init(_ quizzes: [[Choice]], to contents: [QuestionContent]) {
    self.quizzes = quizzes
    var counts = contents.map { [Int](repeating: 0, count: $0.choices.count) }
    for answer in quizzes.joined() { counts[answer.question][answer.choice] += 1 }
    self.counts = counts
  }

  private struct Place: Hashable {
    let quiz: Identifier<Attempt>
    let question: Int
  }
}

/// The parts of an ``Answer`` that say which choice was taken.
private struct TakenChoice: RecordPart {
  var id: Identifier<Answer>
  var attemptID: Identifier<Attempt>
  var position: Int
  var questionID: Identifier<Question>
  var choice: Int?
  var choices: Int?
  var changedAt: Date

  init(_ answer: Answer) {
    id = answer.id
    attemptID = answer.attemptID
    position = answer.position
    questionID = answer.questionID
    choice = answer.response?.choice
    choices = answer.choices
    changedAt = answer.changedAt
  }

  private enum CodingKeys: CodingKey {
    case id, attemptID, position, questionID, response, choices, changedAt
  }

  init(from decoder: any Decoder) throws {
    let answer = try decoder.container(keyedBy: CodingKeys.self)
    id = try answer.decode(Identifier<Answer>.self, forKey: .id)
    attemptID = try answer.decode(Identifier<Attempt>.self, forKey: .attemptID)
    position = try answer.decode(Int.self, forKey: .position)
    questionID = try answer.decode(Identifier<Question>.self, forKey: .questionID)
    choice = try answer.decodeIfPresent(Response.self, forKey: .response)?.choice
    choices = try answer.decodeIfPresent(Int.self, forKey: .choices)
    changedAt = try answer.decode(Date.self, forKey: .changedAt)
  }
}

/// Finds questions whose right choice is probably another one than the author said, by the answers
/// of those who know the other questions.
///
/// A learner who knows most of the other questions of a quiz contradicts the key by taking another
/// choice that most learners like that take. ``KeyEvidence`` weighs this. The questions found
/// count less when the learners are judged again, which is done a few times.
struct KeyDoubts {
  /// The fewest answers to a question from which something is concluded.
  static let leastAnswers = 8

  /// A question, and the choice that seems to be right in place of the one that is.
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
