import QuizExchange
import QuizSupport

/// The questions of a quiz in the order in which they are asked, with the answers so far.
struct AnswerSheet {
  private(set) var items: [QuizItem]
  /// The answers since the quiz was started or resumed that can be taken back.
  private var done: [Step] = []
  /// The answers that were taken back and can be given again.
  private var undone: [Step] = []
  /// The lowest place that a repeated question may get. It takes account of deleted questions,
  /// which keep their places.
  private var leastNewPlace: Int
  /// The value of ``leastNewPlace`` after a restart.
  private let leastPlaceAfterRestart: Int

  /// One answer.
  private struct Step {
    /// The position of the question in the quiz.
    var position: Int
    /// The answer before; `nil` when the question was unanswered.
    let before: Response?
    let after: Response
  }

  /// The sheet of a quiz that starts, or that resumes from `progress`.
  init(_ setup: QuizSetup, from progress: QuizProgress?) {
    leastNewPlace = progress?.recordedCount ?? 0
    leastPlaceAfterRestart = progress?.recordedFirstCount ?? 0
    items = setup.items
    for index in items.indices { items[index].grading = setup.grading }
    if progress == nil { for index in items.indices { items[index].place = index } }
  }

  subscript(position: Int) -> QuizItem {
    get { items[position] }
    set { items[position] = newValue }
  }

  /// The number of questions that have been answered, or whose answers have been shown.
  var answeredCount: Int { items.count(where: \.isRevealed) }

  /// The question at a place in the record of the quiz; `nil` when the quiz has dropped it.
  func item(at place: Int) -> QuizItem? {
    if items.indices.contains(place), items[place].place == place { return items[place] }
    return items.first { $0.place == place }
  }

  /// Those of `asked` whose last answer was wrong or missing, each once and in its original form.
  /// For a repeated question, the last answer counts.
  func mistakes(among asked: [QuizItem]) -> [QuizItem] {
    let last = Dictionary(items.map { ($0.question.id, $0.isCorrect) }) { $1 }
    return asked.filter { !$0.isAgain && last[$0.question.id] == false }
  }

  // MARK: Answers

  /// The position of the question whose answer can be taken back; `nil` when there is none.
  var nextUndo: Int? { done.last?.position }

  /// The position of the question whose answer can be given again; `nil` when there is none.
  var nextRedo: Int? { undone.last?.position }

  /// Answers the question at `position`, which was on the screen for the time `taken`. Answers that
  /// were taken back before cannot be given again.
  mutating func answer(_ response: Response, at position: Int, taken: Duration?) {
    done.append(Step(position: position, before: items[position].response, after: response))
    undone = []
    items[position].take(response)
    items[position].taken = taken
  }

  /// Takes the last answer back: the question has the answer that it had before.
  mutating func undo() {
    guard let step = done.popLast() else { return }
    undone.append(step)
    items[step.position].take(step.before)
    if step.before == nil { items[step.position].taken = nil }
  }

  /// Gives the answer again that was taken back last, to a question that was on the screen for the
  /// time `taken`.
  mutating func redo(taken: Duration?) {
    guard let step = undone.popLast() else { return }
    done.append(step)
    items[step.position].take(step.after)
    items[step.position].taken = taken
  }

  /// Clears all answers, and drops the repeated questions.
  mutating func clear() {
    items = items.filter { !$0.isAgain }.map { $0.cleared() }
    leastNewPlace = leastPlaceAfterRestart
    (done, undone) = ([], [])
  }

  // MARK: Repeated questions

  /// If the answer to the question at `index` was wrong, repeats the question after ten others that
  /// are still to be answered, or at the end.
  ///
  /// - Parameter mixes: Whether its choices come in another order, so that one does not learn the
  ///   place of the right one.
  mutating func repeatMistake(at index: Int, now: Duration, mixes: Bool) {
    guard !items[index].isCorrect else { return }
    let open = items.indices.filter { $0 > index && !items[$0].isRevealed }
    let preceding =
      open.count < Repetition.questions ? items.count - 1 : open[Repetition.questions - 1]
    let (asked, place) = (items[index], max((items.map(\.place).max() ?? 0) + 1, leastNewPlace))
    // The same in every run: the question and its place decide.
    let seed = UInt64(bitPattern: asked.question.id.rawValue) &* 31 &+ UInt64(place)
    var item = mixes ? asked.mixed(using: RandomSource(seed: seed)) : asked.cleared()
    item.place = place
    item.repetition = Repetition(
      precedingPlace: items[preceding].place, answerCount: answeredCount + Repetition.questions,
      instant: now + Repetition.time)
    items.insert(item, at: preceding + 1)
    for index in done.indices where done[index].position > preceding { done[index].position += 1 }
    for index in undone.indices where undone[index].position > preceding {
      undone[index].position += 1
    }
  }

  /// Drops the questions that the player has not reached, so that they stay due and do not count as
  /// wrong. If no question was reached, the one on the screen stays.
  ///
  /// - Parameter position: the position of the question on the screen.
  mutating func dropUnreached(onScreen position: Int) {
    let reached = items.filter(\.isReached)
    items = reached.isEmpty ? [items[position]] : reached
  }
}

extension QuizItem {
  /// Takes an answer, or none, in place of what was answered and noted before.
  fileprivate mutating func take(_ answer: Response?) {
    response = answer
    ticked = nil
    draft = nil
    focus = 0
    isLifted = false
    isBackShown = false
  }
}
