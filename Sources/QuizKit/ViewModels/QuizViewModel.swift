import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// The commands of the quiz screen.
public enum QuizCommand: Equatable, Sendable {
  /// Answer with the choices with these numbers, from 1; without any, hand in the ticked choices.
  case choose([Int])
  /// Tick the choices with these numbers, from 1, or remove their ticks.
  case toggle([Int])
  /// Answer with a text or a number.
  case answer(String)
  /// Show the back of the card.
  case show
  /// Answer with how well the back of the card was remembered.
  case grade(RecallGrade)
  /// Fill the gap with this number, from 1; an empty text empties it.
  case gap(Int, String)
  /// Fill the gap with this number, from 1, and go on by some gaps without handing in.
  case write(Int, String, step: Int)
  /// Answer with the choices with these numbers, from 1, in this order.
  case order([Int])
  /// Match lines of the left with lines of the right. Both have numbers from 1.
  case match([PairNumbers])
  /// Match the line on the left at which the player is with another line on the right.
  case rotate
  /// Go to the part with this number, from 1: to a gap, a place in the order, a line on the left.
  case focus(Int)
  /// Lift the choice at this place of the order, from 1, or put it down.
  case lift(Int)
  /// Go to the previous question.
  case back
  /// Go on without changing the answer.
  case skip
  /// Mark the question, or remove the mark.
  case flag
  /// Say how sure the answer is, or take that back.
  case judge(Certainty)
  /// Show the question with this number, from 1.
  case go(Int)
  /// Stop the time and hide the question.
  case pause
  /// Continue after a pause.
  case resume
  /// Go to the list of answers.
  case finish
  /// Take the last answer back.
  case undo
  /// Give the answer that was taken back again.
  case redo
  /// Open the picture with this number, from 1; without one, the first.
  case picture(Int?)
}

extension ScreenName {
  /// The questions of a quiz, one at a time.
  public static let quiz = ScreenName(rawValue: "quiz")
}

/// The state of the quiz screen. Numbers that a person types count from 1.
public struct QuizState: ScreenState {
  public static let screen = ScreenName.quiz

  /// The quiz's name; `nil` for the whole bank.
  @Nullable public var title: String?
  /// The question on the screen; `nil` while it is hidden, like ``question``.
  @Nullable public var id: Identifier<Question>?
  /// The number of the question on the screen, from 1.
  public var index: Int
  /// The number of questions in the quiz.
  public var count: Int
  /// The number of the question on the screen, from 1, not counting those that came again. A
  /// question that comes again has the number of the one before it.
  public var number: Int
  /// The number of questions in the quiz, not counting those that come again.
  public var questions: Int
  /// Whether the quiz is a review.
  public var isReview: Bool
  /// The number of answered questions.
  public var answered: Int
  /// The question; `nil` during a pause, so that the player cannot think without the clock running,
  /// and while it waits to be asked again.
  @Nullable public var question: String?
  /// The kind of answer that the question asks for.
  public var kind: QuestionContent.Kind
  /// The choices in the order shown; empty while there is no question, and where an answer is
  /// typed.
  public var choices: [String]
  /// The number of the chosen answer, from 1; `nil` while unanswered, and where not exactly one
  /// choice is to be picked.
  @Nullable public var selected: Int?
  /// The numbers of the picked choices, from 1: those that are ticked or, if there are none, those
  /// that were handed in.
  public var selection: [Int]
  /// How many choices the author asks for; `nil` where the author does not give a number, and where
  /// only one choice is to be picked.
  @Nullable public var choose: Int?
  /// The typed answer; `nil` while unanswered, and where choices are to be picked.
  @Nullable public var typed: String?
  /// The other side of a card once it is shown; `nil` for other kinds of questions.
  @Nullable public var back: String?
  /// The word for the grade that the learner gave to the card; `nil` while there is none.
  @Nullable public var grade: String?
  /// The days after which the card comes back for each grade, 0 for again in this sitting; `nil`
  /// while the back is hidden, and for scripts. Not encoded for that reason.
  package var intervals: [Int]?
  /// What fills each gap so far; `nil` for other kinds of questions, as are the members up to
  /// ``pairs``.
  @Nullable public var gaps: [String?]?
  /// The choices of each gap; empty for a gap into which a text is typed.
  @Nullable public var gapChoices: [[String]]?
  /// The numbers of the choices in the order in which they were put, from 1; empty while they were
  /// not put in any.
  @Nullable public var order: [Int]?
  /// The lines on the left, with those on the right that they were matched with. The ``choices``
  /// are the lines on the right.
  @Nullable public var pairs: [Pair]?
  /// The number of the part at which the player is, from 1: of a gap, of a place in the order, of a
  /// line on the left.
  @Nullable public var place: Int?
  /// Whether the choice at ``place`` moves with it.
  @Nullable public var lifted: Bool?
  /// Whether the player marked the question.
  public var flagged: Bool
  /// How sure the player is of the answer; `nil` while the player has not said.
  @Nullable public var certainty: Certainty?
  /// Whether the quiz is an exam.
  public var isExam: Bool
  /// Whether the time may be stopped.
  public var canPause: Bool
  /// The name of the section of the exam that the question belongs to; `nil` without sections.
  @Nullable public var section: String?
  /// The whole seconds left for the section, rounded up; `nil` without a limit.
  @Nullable public var sectionRemaining: Int?
  /// The time limit of the section in whole seconds; `nil` without a limit.
  @Nullable public var sectionTimeLimit: Int?
  /// Whether the question comes again because the answer was wrong.
  public var repeated: Bool
  /// The whole seconds, rounded up, until the question is asked again; `nil` when it can be asked
  /// now.
  @Nullable public var againIn: Int?
  /// Whether there is a question to go back to.
  public var canGoBack: Bool
  /// Whether the question was opened from the list of answers.
  public var revising: Bool
  /// Whether the question accepts an answer.
  public var canAnswer: Bool
  /// The whole seconds left for the quiz, rounded up; `nil` without a limit.
  @Nullable public var remaining: Int?
  /// The whole seconds left for this question, rounded up; `nil` without a limit.
  @Nullable public var questionRemaining: Int?
  /// The time limit of the quiz in whole seconds; `nil` without a limit.
  @Nullable public var timeLimit: Int?
  /// The time limit of each question in whole seconds; `nil` without a limit.
  @Nullable public var questionTimeLimit: Int?
  /// The part of the matching questions that the quiz asks; `nil` when it asks all of them.
  @Nullable public var part: QuizPart?
  /// Whether the quiz is paused.
  public var paused: Bool
  /// When the player sees the right answers.
  public var mode: QuizOptions.Mode
  /// The right answer, in practice mode, once the question is answered or its time is up.
  @Nullable public var feedback: Feedback?
  /// The pictures of the question, of its choices and of what is shown after the answer.
  public var pictures: [ShownPicture] = []
  /// Whether a picture that is needed for the answer is not in the bank.
  public var pictureMissing = false

  private enum CodingKeys: CodingKey {
    case title, id, index, count, number, questions, isReview, answered, question, kind, choices
    case selected, selection, choose, typed, back, grade, gaps, gapChoices, order, pairs, place
    case lifted, flagged, certainty, isExam, canPause, section, sectionRemaining
    case sectionTimeLimit, repeated, againIn, canGoBack, revising, canAnswer, remaining
    case questionRemaining, timeLimit, questionTimeLimit, part, paused, mode, feedback
    case pictures, pictureMissing
  }

  public var timeless: Self {
    var copy = self
    copy.remaining = nil
    copy.questionRemaining = nil
    copy.sectionRemaining = nil
    return copy
  }
}

extension QuizState {
  /// The current state of `session`, with the times of the quiz, of the section and of the current
  /// question.
  init(_ session: QuizSession, _ displays: QuizDisplays) {
    let (time, questionTime) = (displays.quiz?.state, displays.question?.state)
    let sectionTime = displays.section(of: session)?.state
    let item = session.current
    title = session.setup.title.unlessEmpty
    index = session.position + 1
    count = session.items.count
    number = max(1, session.items[...session.position].count { !$0.isAgain })
    questions = session.items.count { !$0.isAgain }
    isReview = session.setup.repeatsMistakes
    answered = session.items.count { $0.response != nil }
    repeated = item.isAgain
    let untilAgain = session.untilAgain
    againIn = untilAgain?.secondsRoundedUp
    let isHidden = session.isPaused || untilAgain != nil
    id = isHidden ? nil : item.question.id
    question = isHidden ? nil : item.question.content.text
    kind = item.question.content.kind
    choices = isHidden ? [] : item.choices.map(\.text)
    selected = item.shownSelection.map { $0 + 1 }
    selection = item.shownPicks.map { $0 + 1 }
    if case .several(let solution) = item.question.content.solution { choose = solution.choose }
    typed = item.response?.typed
    flagged = item.isFlagged
    (certainty, isExam) = (item.certainty, session.setup.exam != nil)
    canPause = session.setup.exam?.allowsPause != false
    section = session.section?.name
    (sectionRemaining, sectionTimeLimit) = (sectionTime?.remaining, sectionTime?.fullCount)
    canGoBack = session.canGoBack
    revising = session.isRevising
    canAnswer = session.canAnswer
    remaining = time?.remaining
    questionRemaining = questionTime?.remaining
    timeLimit = time?.fullCount
    questionTimeLimit = questionTime?.fullCount
    part = session.setup.part
    paused = session.isPaused
    mode = session.setup.mode
    feedback = item.isRevealed && !session.isPaused ? Feedback(item) : nil
    if !isHidden { showParts(of: item) }
  }

  /// Shows the pictures of the question, if it is on the screen.
  fileprivate mutating func show(_ pictures: PictureBook?, of item: QuizItem) {
    guard let pictures, question != nil else { return }
    self.pictures = pictures.shown(item)
    pictureMissing =
      self.pictures.contains(where: \.missing)
      && item.question.content.neededPictures.contains { !pictures.isThere($0) }
  }
}

/// The route to the question on the screen of a quiz.
public typealias QuizRoute = ScreenRoute<QuizState, QuizSession>

/// The screen that asks a quiz's questions one at a time.
public final class QuizViewModel: ScreenModel<QuizCommand, QuizState> {
  private let session: QuizSession

  /// The time displays of the quiz, of the sections of an exam, and of the current question.
  private let displays: QuizDisplays
  private let reviews: Reviews?
  private var pictures: PictureBook? { reviews?.bank.pictures }
  /// The feedback that was made last, and the place of its question. The time on the screen changes
  /// more often.
  private var known: (place: Int, feedback: QuizState.Feedback)?
  /// The days for the grades of a card, and the place of the card.
  private var knownIntervals: (place: Int, days: [Int])?

  /// Creates the screen for a quiz in progress.
  ///
  /// - Parameters:
  ///   - session: the quiz.
  ///   - reviews: tell when the questions of a review come back; `nil` to leave that out.
  public init(session: QuizSession, reviews: Reviews? = nil) {
    (self.session, self.reviews) = (session, reviews)
    displays = QuizDisplays(session)
    var first = QuizState(session, displays)
    first.show(reviews?.bank.pictures, of: session.current)
    super.init(first, scheduler: session.scheduler)
    follow(session.changes)
  }

  override func shown() -> QuizState {
    // After the last question another screen is in front, so keep the state.
    guard session.phase == .asking else { return state }
    var state = QuizState(session, displays)
    state.show(pictures, of: session.current)
    state.feedback = state.feedback.map(completed)
    if state.back != nil, state.canAnswer { state.intervals = intervals }
    return state
  }

  /// The days after which the card on the screen comes back for each grade, for a person.
  private var intervals: [Int]? {
    guard let reviews, reviews.bank.servesPerson else { return nil }
    let item = session.current
    if let knownIntervals, knownIntervals.place == item.place { return knownIntervals.days }
    do {
      var days = try reviews.intervals(of: item.question.id)
      if session.setup.repeatsMistakes { days[0] = 0 }
      knownIntervals = (item.place, days)
      return days
    } catch {
      notice(UnexpectedError.reportable(error))
      return nil
    }
  }

  /// The feedback with the day on which the question comes back. The answer was saved before.
  private func completed(_ feedback: QuizState.Feedback) -> QuizState.Feedback {
    guard let reviews, session.setup.repeatsMistakes else { return feedback }
    let item = session.current
    if let known, known.place == item.place { return known.feedback }
    var next: Day?
    do { next = try reviews.next(of: item.question.id) } catch {
      notice(UnexpectedError.reportable(error))
    }
    let completed = feedback.followed(by: next, from: reviews.today)
    known = (item.place, completed)
    return completed
  }

  override func perform(_ command: QuizCommand) throws {
    switch command {
    case .choose(let numbers): try session.choose(numbers.map { $0 - 1 })
    case .toggle(let numbers): try session.toggle(numbers.map { $0 - 1 })
    case .answer(let text): try session.answer(text)
    case .show: try session.showBack()
    case .grade(let grade): try session.judge(grade)
    case .gap(let number, let text): try session.fill(number - 1, with: text)
    case .write(let number, let text, let step):
      try session.fill(number - 1, with: text, handsIn: false)
      try session.focus(number - 1 + step)
    case .order(let numbers): try session.order(numbers.map { $0 - 1 })
    case .match(let pairs): try session.match(pairs.map { ($0.left - 1, $0.right - 1) })
    case .rotate: try session.rotate()
    case .focus(let number): try session.focus(number - 1)
    case .lift(let number): try session.lift(number - 1)
    case .back: try session.back()
    case .skip: try session.skip()
    case .flag: try session.flag()
    case .judge(let certainty): try session.judge(certainty)
    case .go(let number): try session.go(to: number - 1)
    case .pause: try session.pause()
    case .resume: try session.resume()
    case .finish: try session.finish()
    case .undo: try session.undoAnswer()
    case .redo: try session.redoAnswer()
    case .picture(let number): try openPicture(number)
    }
  }

  private func openPicture(_ number: Int?) throws {
    guard let pictures, state.question != nil else { throw PictureRefusal.none }
    try pictures.open(number, of: session.current)
  }
}

// Cards, and questions whose answer has several parts.

extension QuizState {
  /// A line on the left.
  public struct Pair: Encodable, Equatable, Sendable {
    /// The line.
    public var left: String
    /// The line on the right with which the player matched it; `nil` while it is alone.
    @Nullable public var right: String?
  }

  /// Shows the parts of a question, and what the player gave for them so far.
  mutating func showParts(of item: QuizItem) {
    switch item.question.content.solution {
    case .single, .trueFalse, .several, .text, .number: return
    case .card(let solution):
      back = item.isBackShown || item.response != nil ? solution.back : nil
      grade = item.response?.grade?.name
    case .gaps(let solution):
      gaps = Array(repeating: nil, count: solution.gaps.count)
      if case .gaps(let given) = item.parts { gaps = given }
      gapChoices = solution.gaps.map(\.choices)
    case .order:
      order = item.parts == nil ? [] : item.shownOrder.map { $0 + 1 }
      lifted = item.isLifted
    case .match(let solution):
      var given: [Int?] = Array(repeating: nil, count: solution.pairs.count)
      if case .pairs(let pairs) = item.parts { given = pairs }
      let rights = solution.rights
      pairs = solution.pairs.indices.map { index in
        Pair(left: solution.pairs[index].left, right: given[index].map { rights[$0] })
      }
    }
    if item.partCount > 0 { place = item.focus + 1 }
  }
}

/// A line on the left and the line on the right that belongs to it, as a player names them.
public struct PairNumbers: Equatable, Sendable {
  /// The number of the line on the left, from 1.
  public var left: Int
  /// The number of the line on the right as it is shown, from 1.
  public var right: Int

  /// Creates a pair.
  public init(_ left: Int, _ right: Int) { (self.left, self.right) = (left, right) }
}

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

/// The displays of all times of a quiz.
struct QuizDisplays {
  /// The display of the whole quiz; `nil` without a limit.
  let quiz: TimerDisplayViewModel?
  /// The display of the question on the screen; `nil` without a limit.
  let question: TimerDisplayViewModel?
  /// The displays of the sections of an exam that have times of their own, by position.
  private let sections: [Int: TimerDisplayViewModel]

  init(_ session: QuizSession) {
    quiz = session.countdown.map(TimerDisplayViewModel.init)
    question = session.questionCountdown.map(TimerDisplayViewModel.init)
    sections = session.sectionCountdowns.mapValues(TimerDisplayViewModel.init)
  }

  /// The display of the section on the screen; `nil` where it has no time of its own.
  func section(of session: QuizSession) -> TimerDisplayViewModel? {
    session.current.section.flatMap { sections[$0] }
  }
}
