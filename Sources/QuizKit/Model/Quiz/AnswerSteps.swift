import QuizExchange

/// The answers that can be taken back, and those that were taken back.
struct AnswerSteps {
  /// One answer.
  struct Step {
    /// The position of the question in the quiz.
    fileprivate(set) var position: Int
    /// The answer before; `nil` when the question was unanswered.
    let before: Response?
    /// The answer.
    let after: Response

    init(_ position: Int, from before: Response?, to after: Response) {
      (self.position, self.before, self.after) = (position, before, after)
    }
  }

  private var done: [Step] = []
  private var undone: [Step] = []

  /// The last answer.
  var nextUndo: Step? { done.last }

  /// The answer that was taken back last.
  var nextRedo: Step? { undone.last }

  /// Adds an answer. Answers that were taken back before cannot be given again.
  mutating func add(_ step: Step) {
    done.append(step)
    undone = []
  }

  /// Updates the positions after a question was inserted into the quiz at `position`.
  mutating func shift(from position: Int) {
    for index in done.indices where done[index].position >= position { done[index].position += 1 }
    for index in undone.indices where undone[index].position >= position {
      undone[index].position += 1
    }
  }

  /// Notes that the last answer was taken back.
  mutating func undo() { undone.append(done.removeLast()) }

  /// Notes that the answer taken back last was given again.
  mutating func redo() { done.append(undone.removeLast()) }
}
