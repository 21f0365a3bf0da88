import QuizExchange
import QuizStore
import QuizSupport

/// An attempt of the history with its answers.
package struct OpenAttempt: Encodable, Equatable, Sendable {
  /// The line of the attempt in the list.
  package var attempt: HistoryState.Item
  /// When the result was shown; `nil` for an unfinished quiz.
  @Nullable package var endedAt: Stamp?
  /// The time limit of the quiz in whole seconds; `nil` without a limit.
  @Nullable package var timeLimit: Int?
  /// The time limit of each question in whole seconds; `nil` without a limit.
  @Nullable package var questionTimeLimit: Int?
  /// The questions as they are now, with the answers given then.
  package var items: [Answered]

  /// One question of an attempt.
  package struct Answered: Encodable, Equatable, Sendable {
    /// The question's number in the attempt, from 1.
    package var number: Int
    /// The question; `nil` without ``question``.
    @Nullable package var id: Identifier<Question>?
    /// The question; `nil` if it was deleted and is no longer in the trash.
    @Nullable package var question: String?
    /// The kind of question; `nil` without ``question``.
    package var kind: QuestionContent.Kind?
    /// Whether the question was deleted.
    package var deleted: Bool
    /// The chosen answer; `nil` if none was chosen or if it is no longer in the bank.
    @Nullable package var answer: String?
    /// Whether an answer was chosen.
    package var hasAnswer: Bool
    /// Whether the answer was right when it was given.
    package var correct: Bool
    /// The worth of the answer when it was given, from -1 to 1.
    package var points: Double
    /// The choices that were picked or should have been, where several can be picked; empty for
    /// other questions, and while the quiz is unfinished.
    package var markedChoices: [MarkedChoice]
    /// The parts of the answer; `nil` for a question without parts, and while the quiz is
    /// unfinished.
    @Nullable package var parts: [AnsweredPart]?
    /// The right answer; `nil` while the quiz is unfinished or without ``question``.
    @Nullable package var correctAnswer: String?
    /// The explanation (解説) of a wrongly answered question; `nil` if the answer was right, the quiz
    /// is unfinished or there is no ``question``.
    @Nullable package var commentary: String?
    /// Whether the player marked the question.
    package var flagged: Bool
    /// How sure the player was of the answer; `nil` when the player did not say.
    @Nullable package var certainty: Certainty?
    /// The choices of the question. Not encoded, because they only tell how the answers look.
    package var choices: [String] = []

    private enum CodingKeys: CodingKey {
      case number, id, question, deleted, answer, hasAnswer, correct, points, markedChoices, parts
      case correctAnswer, commentary, flagged, certainty
    }
  }
}

extension OpenAttempt {
  init(_ attempt: Attempt, number: Int, in history: AttemptHistory, world: World) throws {
    self.init(
      attempt: HistoryState.Item(AttemptSummary(attempt), number: number, world: world),
      endedAt: attempt.outcome.map { Stamp($0.finishedAt, in: world.timeZone) },
      timeLimit: attempt.timeLimit.map { Duration.milliseconds($0).secondsRoundedUp },
      questionTimeLimit: attempt.questionTimeLimit.map {
        Duration.milliseconds($0).secondsRoundedUp
      },
      items: try history.entries(of: attempt).enumerated().map { index, entry in
        Answered(entry, number: index + 1, finished: attempt.outcome != nil)
      })
  }
}

extension OpenAttempt.Answered {
  /// One question of an attempt, with its answer.
  init(_ entry: AttemptHistory.Entry, number: Int, finished: Bool) {
    let content = entry.question?.content
    self.number = number
    id = entry.question?.id
    question = content?.text
    // Left out for the older kinds, whose answers need no kind to be understood.
    kind = content?.kind.isNew == true ? content?.kind : nil
    deleted = entry.isDeleted
    let response = entry.answer?.response
    hasAnswer = response != nil
    answer = response.flatMap { response in response.typed ?? content?.text(of: response) }
    correct = entry.answer?.isCorrect ?? false
    points = entry.answer?.points ?? (correct ? 1 : 0)
    markedChoices = finished ? content?.marks(of: response) ?? [] : []
    parts = finished ? content?.parts(of: response) : nil
    // Do not give away the right answer while the quiz can still be resumed.
    correctAnswer = finished ? content?.rightAnswer : nil
    commentary = finished && !correct ? content?.explanation : nil
    flagged = entry.answer?.isFlagged ?? false
    certainty = hasAnswer ? entry.answer?.certainty : nil
    choices = content?.choices.map(\.text) ?? []
  }
}
