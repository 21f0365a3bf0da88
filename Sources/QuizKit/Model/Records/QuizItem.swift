import QuizExchange

/// A question of a running quiz, with the player's answer.
public struct QuizItem: Equatable, Sendable {
  /// The question as it was when the quiz was started or resumed.
  package let question: Question

  /// The author's position of each choice, in the order in which they are shown. In a question that
  /// matches two lists, the choices are the lines on the right.
  package let order: [Int]

  /// The answer; `nil` while unanswered.
  package internal(set) var response: Response?

  /// The choices that are ticked but not submitted yet, as ascending positions of the author's
  /// order; `nil` while nothing has been ticked since the answer.
  package internal(set) var ticked: [Int]?

  /// The parts of an answer that are not handed in yet: some of the gaps, a new order, some of the
  /// pairs; `nil` while nothing has been changed since the answer.
  package internal(set) var draft: Response?

  /// Whether the back of the card is on the screen.
  package internal(set) var isBackShown = false

  /// The part of the question at which the player is, from 0: a gap, a place in the order, a line
  /// on the left.
  package internal(set) var focus = 0

  /// Whether the choice at ``focus`` moves with it.
  package internal(set) var isLifted = false

  /// Whether the player marked the question to come back to it.
  package internal(set) var isFlagged = false

  /// The time left for this question; `nil` when there is no limit, or when the question has not
  /// been shown yet.
  package internal(set) var timeLeft: Duration?

  /// How sure the player is of the answer; `nil` while the player has not said.
  package internal(set) var certainty: Certainty?

  /// The section of the exam that the question belongs to, from 0; `nil` outside exams with
  /// sections.
  package internal(set) var section: Int?

  /// Whether the right choice has been shown, as practice mode does after an answer.
  package internal(set) var isRevealed = false

  /// The time for which the question was on the screen until it was answered; `nil` while
  /// unanswered, and if it was not measured.
  package internal(set) var taken: Duration?

  /// The place of the question in the record of the quiz, from 0. Repeated questions have places
  /// after all others.
  var place = 0

  /// How the answer is graded.
  var grading = Grading()

  /// When the question may be asked again after a wrong answer; `nil` if it is not a repetition.
  var repetition: Repetition?

  /// Whether the question is repeated because its answer was wrong.
  package var isAgain: Bool { repetition != nil }

  /// Creates an item that is not yet answered.
  package init(question: Question, order: [Int]? = nil) {
    self.question = question
    self.order = order ?? Array(question.content.options.indices)
  }

  /// The choices in the order in which they are shown.
  package var choices: [Choice] {
    let options = question.content.options
    return order.map { options[$0] }
  }

  /// The position of the chosen answer on the screen, for a question with one choice to pick.
  package var shownSelection: Int? {
    response?.choice.flatMap { order.firstIndex(of: $0) }
  }

  /// The positions of the picked choices on the screen, ascending. These are the ticked choices, or
  /// otherwise the submitted ones.
  package var shownPicks: [Int] {
    guard question.content.kind.isPicked else { return [] }
    let picked = Set(ticked ?? response?.positions ?? [])
    return order.indices.filter { picked.contains(order[$0]) }
  }

  /// The positions of the right choices on the screen, ascending; empty if the answer is typed.
  package var shownRight: [Int] {
    let right = Set(question.content.solution.rightChoices)
    return order.indices.filter { right.contains(order[$0]) }
  }

  /// The position of the right answer on the screen, for a question with one choice to pick.
  package var shownCorrect: Int? {
    question.content.solution.rightChoice.flatMap { order.firstIndex(of: $0) }
  }

  /// The grade of the answer; no points while unanswered. Compares positions and not texts, because
  /// two choices may have the same text.
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

  /// The parts of the answer so far, handed in or not; `nil` for none, and for answers without
  /// parts.
  package var parts: Response? {
    guard let given = draft ?? response, given.partCount > 0 else { return nil }
    return given
  }

  /// The number of parts that an answer has; 0 for an answer without parts.
  package var partCount: Int {
    switch question.content.solution {
    case .single, .trueFalse, .several, .text, .number, .card: 0
    case .gaps(let solution): solution.gaps.count
    case .order: order.count
    case .match(let solution): solution.pairs.count
    }
  }

  /// The positions on the screen of the choices in the order in which they were put; as they are
  /// shown while they were not put in any.
  package var shownOrder: [Int] {
    guard case .order(let positions) = parts else { return Array(order.indices) }
    return positions.compactMap { order.firstIndex(of: $0) }
  }

  /// Moves a choice of the order to another place. Both are counted from 0.
  mutating func move(from place: Int, to target: Int) {
    var shown = shownOrder
    shown.insert(shown.remove(at: place), at: target)
    draft = .order(shown.map { order[$0] })
    if draft == response { draft = nil }
  }

  /// Whether the time limit of this question has run out.
  package var isOutOfTime: Bool {
    timeLeft == .zero
  }

  /// Whether the question was answered, or the right answer was shown.
  var isReached: Bool { response != nil || isRevealed }

  /// The same question with the same order of choices, as if it had never been shown.
  ///
  /// - Parameter other: the order of its choices; `nil` for the same one.
  func cleared(order other: [Int]? = nil) -> QuizItem {
    var item = QuizItem(question: question, order: other ?? order)
    item.place = place
    item.grading = grading
    item.repetition = repetition
    item.section = section
    return item
  }
}

extension [QuizItem] {
  /// The sum of the points for the answers, from -1 to 1 each. A sum of fractions, such as thirds,
  /// that should be a whole number is a whole number.
  var points: Double {
    reduce(0) { $0 + $1.grade.points }.settled
  }
}
