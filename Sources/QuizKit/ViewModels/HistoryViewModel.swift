import QuizExchange
import QuizStore
import QuizSupport
import Signals

extension ScreenName {
  /// The list of past quizzes and their answers.
  package static let history = ScreenName(rawValue: "history")
}

/// The state of the history screen: the list of attempts, and the open attempt.
package struct HistoryState: ScreenState {
  package static let screen = ScreenName.history

  /// One attempt in the list.
  package struct Item: Encodable, Equatable, Sendable {
    /// The attempt's number in the list. The newest attempt is number 1.
    package var number: Int
    /// When the attempt started.
    package var startedAt: Stamp
    /// The quiz's name: that of its deck at the time; `nil` for the whole bank.
    @Nullable package var title: String?
    /// When the player sees the right answers.
    package var mode: QuizOptions.Mode
    /// Whether the result was shown. Otherwise the quiz can be resumed.
    package var finished: Bool
    /// The number of right answers; `nil` for an unfinished quiz.
    @Nullable package var score: Int?
    /// The number of points that the answers were worth, one for each question at most, or the
    /// marks of an exam; `nil` for an unfinished quiz.
    @Nullable package var points: Double?
    /// The highest possible marks; `nil` for a quiz that is not an exam, and for an unfinished one.
    @Nullable package var possible: Double?
    /// Whether the exam was passed; `nil` for other quizzes, and for an unfinished one.
    @Nullable package var passed: Bool?
    /// Whether the quiz is an exam.
    package var isExam = false
    /// The number of questions.
    package var count: Int
    /// The whole seconds that the player took, without pauses; `nil` for an unfinished quiz.
    @Nullable package var seconds: Int?
    /// Whether time ran out, for the whole quiz or for any question.
    package var timedOut: Bool
  }

  /// The marks of one attempt of an exam.
  package struct Mark: Encodable, Equatable, Sendable {
    /// When the attempt started.
    package var startedAt: Stamp
    /// The share of the marks, from 0 to 1; below 0 where wrong answers cost more than that.
    package var pointShare: Double
    /// Whether the attempt was passed.
    package var passed: Bool
    /// The share that was needed to pass.
    @Share package var passMark: Percent

    /// The share of the marks in whole percent, on its side of the pass mark.
    package var percent: Int { Percentage.whole(pointShare, beside: passMark.share) }
  }

  /// The most marks in ``scores``.
  package static let mostMarks = 20

  /// The exam whose attempts are listed; `nil` for all quizzes.
  @Nullable package var exam: String?
  /// The marks of the last attempts of that exam, oldest first; empty for all quizzes.
  package var scores: [Mark]
  /// The lines of the current page.
  package var items: [Item]
  /// The number of attempts in the whole list.
  package var total: Int
  /// The current page of the list.
  package var page: ListPosition
  /// The open attempt; `nil` while the list is shown.
  @Nullable package var open: OpenAttempt?
  /// The message about the last command.
  @Nullable package var message: Message?
  /// The attempt whose answers are shown beside the list in a wide window; `nil` until
  /// ``HistoryCommand/look(_:)`` asks for it. Not encoded, because scripts open an attempt.
  package var looked: OpenAttempt?
  /// Whether only quizzes that wait are listed. Not encoded, because scripts list them by `resume`.
  package var isUnfinished = false

  private enum CodingKeys: CodingKey {
    case exam, scores, items, total, page, open, message
  }
}

extension HistoryState.Item {
  /// The line for `attempt`.
  init(_ attempt: AttemptSummary, number: Int, world: World) {
    self.number = number
    startedAt = Stamp(attempt.startedAt, in: world.timeZone)
    title = attempt.title.unlessEmpty
    mode = attempt.mode
    finished = attempt.outcome != nil
    score = attempt.outcome?.score
    let marks = attempt.outcome?.exam
    points = marks?.points ?? attempt.outcome.map { $0.points ?? Double($0.score) }
    possible = marks?.possible
    (passed, isExam) = (marks?.passed, attempt.exam != nil)
    count = attempt.count
    seconds = attempt.outcome.map { $0.milliseconds / 1000 }
    timedOut = attempt.outcome?.timedOut ?? false
  }
}

extension HistoryState.Mark {
  /// The marks of an attempt; `nil` when it is not a finished exam.
  init?(_ attempt: AttemptSummary, _ world: World) {
    guard let exam = attempt.exam, let marks = attempt.outcome?.exam else { return nil }
    self.init(
      startedAt: Stamp(attempt.startedAt, in: world.timeZone),
      pointShare: marks.points / marks.possible, passed: marks.passed, passMark: exam.passMark)
  }
}

/// The commands of the history screen.
package enum HistoryCommand: Equatable, Sendable {
  /// Show the answers of the attempt with this number in the list, from 1.
  case open(Int)
  /// Read the answers of the attempt with this number in the list, from 1, to show them beside it.
  case look(Int)
  /// Go on with the unfinished attempt with this number in the list, from 1, or with the open one.
  /// Without either, go on with the only unfinished one, or list the unfinished ones.
  case resume(Int?)
  /// Open a picture of the question with this number in the open attempt, from 1: the one with the
  /// second number, or the first.
  case picture(Int, Int?)
  /// Close the attempt and show the list.
  case close
  /// Delete the attempts with these numbers in the list, from 1.
  case delete(LineNumbers)
  /// Move through the list. The next page has older attempts.
  case move(ListMove)
}

/// The part of the history to list.
package struct HistoryList: Hashable, Sendable {
  /// The first page.
  package var page: ListPosition
  /// Only attempts of the exam with this name; `nil` for all quizzes.
  package var exam: String?
  /// Only quizzes that wait to be resumed.
  package var isUnfinished = false

  /// Lists all quizzes, the attempts of an exam, or those that wait to be resumed.
  package init(_ page: ListPosition, exam: String? = nil, isUnfinished: Bool = false) {
    self.page = page
    self.exam = exam
    self.isUnfinished = isUnfinished
  }

  /// Those of the attempts that are listed, in the same order; `nil` for all of them.
  fileprivate func chosen(
    of identifiers: [Identifier<Attempt>], in history: AttemptHistory
  ) throws -> [AttemptSummary]? {
    guard exam != nil || isUnfinished else { return nil }
    return try history.summaries(of: identifiers).filter { attempt in
      (exam.map(attempt.isOfExam) ?? true) && (!isUnfinished || attempt.outcome == nil)
    }
  }
}

/// The route to a page of the list of past quizzes.
package typealias HistoryRoute = ScreenRoute<HistoryState, HistoryList>

/// The history screen: a list of attempts that follows every save, and one open attempt.
package final class HistoryViewModel: ScreenModel<HistoryCommand, HistoryState> {
  private let history: AttemptHistory
  private let quizzes: QuizLibrary
  private let world: World
  private let list: LiveQuery<[Identifier<Attempt>]>
  private var part: HistoryList
  private var open: Identifier<Attempt>?
  private var looked: Identifier<Attempt>?

  /// Creates the screen.
  ///
  /// - Throws: The store's error when it cannot be read.
  package init(
    history: AttemptHistory, quizzes: QuizLibrary,
    part: HistoryList = HistoryList(ListPosition(1, total: 0)), world: World
  ) throws {
    self.history = history
    self.quizzes = quizzes
    self.part = part
    self.world = world
    list = try history.liveList()
    super.init(
      try HistoryState(history, list.value, part, pictures: quizzes.bank.pictures, world: world))
    follow(list)
    follow(history.changes)
  }

  override func perform(_ command: HistoryCommand) throws {
    switch command {
    case .open(let number): open = try attempts().line(number)
    case .look(let number):
      looked = try attempts().line(number)
      keepMessage()
    case .resume(let number):
      guard let chosen = try number.map({ try attempts().line($0) }) ?? open else {
        return try quizzes.resume(number: nil)
      }
      return try quizzes.resume(chosen)
    case .picture(let row, let number):
      guard let open, let attempt = try history.attempt(open) else { throw PictureRefusal.none }
      let entry = try history.entries(of: attempt).line(row)
      guard let content = entry.question?.content else { throw PictureRefusal.none }
      try quizzes.bank.pictures.open(number, of: content) {
        entry.hides($0, finished: attempt.outcome != nil)
      }
    case .close: open = nil
    case .delete(let numbers):
      try history.delete(try attempts().lines(numbers))
      open = nil
      message = .deleted
    case .move(let move):
      try perform(move, in: &part.page, total: state.total)
      if case .show = move {} else { open = nil }
    }
    changed()
  }

  override func shown() throws -> HistoryState {
    if let open, !list.value.contains(open) { self.open = nil }
    return try HistoryState(
      history, list.value, part, open: open, looked: looked, message: message,
      pictures: quizzes.bank.pictures, world: world)
  }

  /// The attempts in the order of the list, newest first.
  private func attempts() throws -> [Identifier<Attempt>] {
    let chosen = try part.chosen(of: list.value, in: history)
    return (chosen?.map(\.id) ?? list.value).reversed()
  }
}

extension HistoryState {
  /// The state for the attempts of a `part`, given oldest first with all others, and the open
  /// attempt.
  init(
    _ history: AttemptHistory, _ identifiers: [Identifier<Attempt>], _ part: HistoryList,
    open: Identifier<Attempt>? = nil, looked: Identifier<Attempt>? = nil, message: Message? = nil,
    pictures: PictureBook, world: World
  ) throws {
    let chosen = try part.chosen(of: identifiers, in: history)
    let attempts = Array((chosen?.map(\.id) ?? identifiers).reversed())
    let page = part.page.adapted(to: attempts.count)
    let positions = page.positions(total: attempts.count)
    let numbers = Dictionary(uniqueKeysWithValues: positions.map { (attempts[$0], $0 + 1) })
    let items = try history.summaries(of: positions.map { attempts[$0] }).map {
      Item($0, number: numbers[$0.id] ?? 0, world: world)
    }
    func whole(_ id: Identifier<Attempt>?) throws -> OpenAttempt? {
      guard let id, let position = attempts.firstIndex(of: id),
        let attempt = try history.attempt(id)
      else { return nil }
      return try OpenAttempt(
        attempt, number: position + 1, in: history, pictures: pictures, world: world)
    }
    let opened = try whole(open)
    let marks = part.exam == nil ? [] : chosen ?? []
    self.init(
      exam: part.exam, scores: marks.compactMap { Mark($0, world) }.suffix(Self.mostMarks),
      items: items, total: attempts.count, page: page, open: opened, message: message,
      looked: opened == nil ? try whole(looked) : nil, isUnfinished: part.isUnfinished)
  }
}

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
    /// The pictures of the question. Not encoded either.
    package var pictures: [ShownPicture] = []

    private enum CodingKeys: CodingKey {
      case number, id, question, deleted, answer, hasAnswer, correct, points, markedChoices, parts
      case correctAnswer, commentary, flagged, certainty
    }
  }
}

extension OpenAttempt {
  init(
    _ attempt: Attempt, number: Int, in history: AttemptHistory, pictures: PictureBook,
    world: World
  ) throws {
    self.init(
      attempt: HistoryState.Item(AttemptSummary(attempt), number: number, world: world),
      endedAt: attempt.outcome.map { Stamp($0.finishedAt, in: world.timeZone) },
      timeLimit: attempt.timeLimit.map { Duration.milliseconds($0).secondsRoundedUp },
      questionTimeLimit: attempt.questionTimeLimit.map {
        Duration.milliseconds($0).secondsRoundedUp
      },
      items: try history.entries(of: attempt).enumerated().map { index, entry in
        let isFinished = attempt.outcome != nil
        let shown = entry.question.map { question in
          pictures.shown(question.content) { entry.hides($0, finished: isFinished) }
        }
        return Answered(entry, number: index + 1, finished: isFinished, pictures: shown ?? [])
      })
  }
}

extension OpenAttempt.Answered {
  /// One question of an attempt, with its answer.
  init(
    _ entry: AttemptHistory.Entry, number: Int, finished: Bool, pictures: [ShownPicture] = []
  ) {
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
    self.pictures = pictures
  }
}

extension AttemptHistory.Entry {
  /// Whether a part of the question is not on the screen: what gives an answer away that can still
  /// be given, and the explanation of one that was right.
  fileprivate func hides(
    _ place: QuestionContent.PlacedPicture.Place, finished: Bool
  ) -> Bool {
    switch place {
    case .text, .choice: false
    case .solution: !finished && question?.content.kind == .card
    case .commentary: !finished || answer?.isCorrect == true
    }
  }
}
