import QuizExchange

/// One question of a running quiz, with what the player did with it.
public struct QuizItem: Equatable, Sendable {
  /// The question as it was when the quiz was started or resumed.
  package let question: Question

  /// The author's position of each choice, in the order in which they are shown.
  package let order: [Int]

  /// The answer; `nil` while unanswered.
  package internal(set) var response: Response?

  /// The choices that are ticked and not handed in yet, as ascending positions of the author's order; `nil` while nothing has been
  /// ticked since the answer.
  package internal(set) var ticked: [Int]?

  /// Whether the player marked the question to come back to it.
  package internal(set) var isFlagged = false

  /// The time left for this question; `nil` when there is no limit, or when the question has not been shown yet.
  package internal(set) var timeLeft: Duration?

  /// How sure the player is of the answer; `nil` while the player has not said.
  package internal(set) var certainty: Certainty?

  /// The section of the exam that the question belongs to, from 0; `nil` outside exams with sections.
  package internal(set) var section: Int?

  /// Whether the right choice has been shown, as practice mode does after an answer.
  package internal(set) var isRevealed = false

  /// The time that the question was on the screen until it was answered; `nil` while unanswered, and
  /// where it was not measured.
  package internal(set) var taken: Duration?

  /// The place of the question in the record of the quiz, from 0. Questions that come again have
  /// places after all others.
  var place = 0

  /// How the answer is graded.
  var grading = Grading()

  /// Why the question comes again; `nil` when it does not.
  var repetition: Repetition?

  /// Whether the question comes again because the answer was wrong.
  package var isAgain: Bool { repetition != nil }

  /// Creates an item that is not yet answered.
  package init(question: Question, order: [Int]? = nil) {
    self.question = question
    self.order = order ?? Array(question.content.choices.indices)
  }

  /// The choices in the order in which they are shown.
  package var choices: [Choice] {
    order.map { question.content.choices[$0] }
  }

  /// The position of the chosen answer on the screen, where one choice is to be picked.
  package var shownSelection: Int? {
    response?.choice.flatMap { order.firstIndex(of: $0) }
  }

  /// The positions of the picked choices on the screen, ascending: of those that are ticked, else of those handed in.
  package var shownPicks: [Int] {
    let picked = Set(ticked ?? response?.positions ?? [])
    return order.indices.filter { picked.contains(order[$0]) }
  }

  /// The positions of the right choices on the screen, ascending; empty where the answer is typed.
  package var shownRight: [Int] {
    let right = Set(question.content.solution.rightChoices)
    return order.indices.filter { right.contains(order[$0]) }
  }

  /// The position of the right answer on the screen, where one choice is to be picked.
  package var shownCorrect: Int? {
    question.content.solution.rightChoice.flatMap { order.firstIndex(of: $0) }
  }

  /// What the answer is worth; nothing while unanswered. Compares positions and not texts, because two choices may have the same
  /// text.
  package var grade: Grade { grading.grade(response, to: question.content) }

  /// Whether the answer is right; `false` while unanswered.
  package var isCorrect: Bool { grade.isRight }

  /// The text of the answer; `nil` while unanswered.
  package var answerText: String? {
    response.flatMap { question.content.text(of: $0) }
  }

  /// The author's feedback on the chosen answer, followed by the commentary (解説).
  package var explanation: String {
    let content = question.content
    let feedback = response.map { content.feedback(on: $0) } ?? ""
    let parts = [feedback == content.commentary ? "" : feedback, content.commentary]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Whether the time limit of this question has run out.
  package var isOutOfTime: Bool {
    timeLeft == .zero
  }

  /// Whether the question was answered, or the right answer shown.
  var isReached: Bool { response != nil || isRevealed }

  /// The same question with its choices in the same order, as if it had never been shown.
  func cleared() -> QuizItem {
    var item = QuizItem(question: question, order: order)
    item.place = place
    item.grading = grading
    item.repetition = repetition
    item.section = section
    return item
  }
}

extension [QuizItem] {
  /// How many points the answers are worth, each from -1 to 1. Sums such as thirds that make a
  /// whole are whole.
  var points: Double {
    reduce(0) { $0 + $1.grade.points }.settled
  }
}
