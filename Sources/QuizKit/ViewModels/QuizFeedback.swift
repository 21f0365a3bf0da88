import QuizExchange
import QuizSupport

extension QuizState {
  /// The feedback on an answer in practice mode.
  public struct Feedback: Encodable, Equatable, Sendable {
    /// Whether the answer was right.
    public var correct: Bool
    /// The worth of the answer, from -1 to 1.
    public var points: Double
    /// The numbers of the right choices, from 1; empty where the answer is typed.
    public var correctChoices: [Int]
    /// The number of the right choice, from 1, where one is to be picked. If several are equally
    /// good, the first of them.
    @Nullable public var correctChoice: Int?
    /// The text of the right choice. Several choices, and several accepted texts or numbers, are
    /// separated by `; `.
    public var correctAnswer: String
    /// The parts of the answer; `nil` for a question without parts.
    @Nullable public var parts: [AnsweredPart]?
    /// The explanation; empty when the author wrote none.
    public var commentary: String
    /// Whether the question comes again in this review because the answer was wrong.
    public var again = false
    /// The day on which the question comes back, in a review; otherwise `nil`.
    @Nullable public var next: Day?
    /// The number of days until then; `nil` outside reviews.
    @Nullable public var days: Int?
  }
}

extension QuizState.Feedback {
  /// The feedback on `item`.
  init(_ item: QuizItem) {
    let content = item.question.content
    correct = item.isCorrect
    points = item.grade.points
    correctChoices = item.shownRight.map { $0 + 1 }
    correctChoice = item.shownCorrect.map { $0 + 1 }
    correctAnswer = content.rightAnswer
    parts = content.parts(of: item.response)
    commentary = item.explanation
  }

  /// The same feedback with what happens to the question next in a review.
  ///
  /// - Parameter next: the day on which it comes back; `nil` when that is not known.
  func followed(by next: Day?, from today: Day) -> Self {
    var feedback = self
    feedback.again = !correct
    guard let next, next > today else { return feedback }
    (feedback.next, feedback.days) = (next, next.number - today.number)
    return feedback
  }
}
