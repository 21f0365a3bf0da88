/// One question of a quiz that is being played, and what the player did with it.
public struct QuizItem: Equatable, Sendable {
  /// The question as it was when the quiz began.
  public let question: Question

  /// The author's position of each choice, in the order in which the choices are shown.
  public let order: [Int]

  /// The author's position of the chosen answer; `nil` while unanswered. Unanswered is not the first choice.
  public internal(set) var selected: Int?

  /// Whether the player marked the question to come back to it.
  public internal(set) var isFlagged = false

  /// What is left of the question's own time; `nil` when it has none, or was not shown yet.
  public internal(set) var timeLeft: Duration?

  /// Whether the player has seen which choice is right, as practice shows it.
  public internal(set) var isRevealed = false

  /// Creates an item that is not yet answered.
  public init(question: Question, order: [Int]? = nil) {
    self.question = question
    self.order = order ?? Array(question.content.choices.indices)
  }

  /// The choices as they are shown.
  public var choices: [Choice] {
    order.map { question.content.choices[$0] }
  }

  /// The shown position of the chosen answer.
  public var shownSelection: Int? {
    selected.flatMap { order.firstIndex(of: $0) }
  }

  /// The shown position of the right answer.
  public var shownCorrect: Int? {
    order.firstIndex(of: question.content.correct)
  }

  /// Whether the chosen answer is the right one, by position and never by text; an unanswered item is not.
  public var isCorrect: Bool {
    selected == question.content.correct
  }

  /// The chosen answer as the player reads it; `nil` while unanswered.
  public var answerText: String? {
    selected.map { question.content.choices[$0].text }
  }

  /// What explains the answer: what the author wrote for the chosen wrong choice, then the commentary (解説).
  public var explanation: String {
    let content = question.content
    let feedback = selected.map { content.choices[$0].feedback } ?? ""
    let parts = [feedback == content.commentary ? "" : feedback, content.commentary]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Whether the question's own time has run out.
  public var isOutOfTime: Bool {
    timeLeft == .zero
  }

  /// The same question in the same order, as it was before it was first shown.
  func cleared() -> QuizItem {
    QuizItem(question: question, order: order)
  }
}
