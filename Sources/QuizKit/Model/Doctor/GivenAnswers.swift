import Foundation
import QuizExchange
import QuizStore

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
