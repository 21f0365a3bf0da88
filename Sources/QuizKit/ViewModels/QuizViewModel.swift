import QuizExchange
import QuizSupport
import Signals

extension ScreenName {
  /// The questions of a quiz, one at a time.
  package static let quiz = ScreenName(rawValue: "quiz")
}

/// The state of the quiz screen. Numbers that a person types count from 1.
package struct QuizState: ScreenState {
  package static let screen = ScreenName.quiz

  /// The quiz's name; empty for the whole bank.
  package var title: String
  /// The number of the question on the screen, from 1.
  package var index: Int
  /// The number of questions in the quiz.
  package var count: Int
  /// The number of answered questions.
  package var answered: Int
  /// The question; `nil` during a pause, so that the player cannot think without the clock running,
  /// and while it waits to come again.
  @Nullable package var question: String?
  /// What the question asks for.
  package var kind: QuestionContent.Kind
  /// The choices in the order shown; empty while there is no question, and where an answer is
  /// typed.
  package var choices: [String]
  /// The number of the chosen answer, from 1; `nil` while unanswered, and where not exactly one
  /// choice is to be picked.
  @Nullable package var selected: Int?
  /// The numbers of the picked choices, from 1: of those that are ticked, else of those handed in.
  package var selection: [Int]
  /// How many choices the author asks for; `nil` where nobody says how many, and where only one is
  /// to be picked.
  @Nullable package var choose: Int?
  /// What was typed as the answer; `nil` while unanswered, and where choices are to be picked.
  @Nullable package var typed: String?
  /// Whether the player marked the question.
  package var flagged: Bool
  /// How sure the player is of the answer; `nil` while the player has not said.
  @Nullable package var certainty: Certainty?
  /// Whether the quiz is an exam.
  package var exam: Bool
  /// Whether the time may be stopped.
  package var canPause: Bool
  /// The name of the section of the exam that the question belongs to; `nil` without sections.
  @Nullable package var section: String?
  /// The whole seconds left for the section, rounded up; `nil` without a limit.
  @Nullable package var sectionRemaining: Int?
  /// The time limit of the section in whole seconds; `nil` without a limit.
  @Nullable package var sectionLimit: Int?
  /// Whether the question comes again because the answer was wrong.
  package var repeated: Bool
  /// The whole seconds, rounded up, until the question comes again; `nil` when it is there.
  @Nullable package var waiting: Int?
  /// Whether there is something to go back to.
  package var canGoBack: Bool
  /// Whether the question was opened from the list of answers.
  package var revising: Bool
  /// Whether the question accepts an answer.
  package var canAnswer: Bool
  /// The whole seconds left for the quiz, rounded up; `nil` without a limit.
  @Nullable package var remaining: Int?
  /// The whole seconds left for this question, rounded up; `nil` without a limit.
  @Nullable package var questionRemaining: Int?
  /// The time limit of the quiz in whole seconds; `nil` without a limit.
  @Nullable package var limit: Int?
  /// The time limit of each question in whole seconds; `nil` without a limit.
  @Nullable package var questionLimit: Int?
  /// Which part of the matching questions the quiz asks; `nil` when it asks all of them.
  @Nullable package var part: QuizPart?
  /// Whether the quiz is paused.
  package var paused: Bool
  /// When the player sees the right answers.
  package var mode: QuizOptions.Mode
  /// The right answer, in practice mode, once the question is answered or its time is up.
  @Nullable package var feedback: Feedback?

  /// The feedback on an answer in practice mode.
  package struct Feedback: Encodable, Equatable, Sendable {
    /// Whether the answer was right.
    package var correct: Bool
    /// What the answer is worth, from -1 to 1.
    package var points: Double
    /// The numbers of the right choices, from 1; empty where the answer is typed.
    package var correctChoices: [Int]
    /// The number of the right choice, from 1, where one is to be picked; of several equally good
    /// ones the first.
    @Nullable package var correctChoice: Int?
    /// The text of the right choice; of several, and of accepted texts and numbers, with `; `
    /// between them.
    package var correctAnswer: String
    /// The explanation; empty when the author wrote none.
    package var commentary: String
  }

  package var timeless: Self {
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
    title = session.setup.title
    index = session.position + 1
    count = session.items.count
    answered = session.items.count { $0.response != nil }
    repeated = item.isAgain
    let untilAgain = session.untilAgain
    waiting = untilAgain?.secondsRoundedUp
    let isHidden = session.isPaused || untilAgain != nil
    question = isHidden ? nil : item.question.content.text
    kind = item.question.content.kind
    choices = isHidden ? [] : item.choices.map(\.text)
    selected = item.shownSelection.map { $0 + 1 }
    selection = item.shownPicks.map { $0 + 1 }
    if case .several(let solution) = item.question.content.solution { choose = solution.choose }
    typed = item.response?.typed
    flagged = item.isFlagged
    (certainty, exam) = (item.certainty, session.setup.exam != nil)
    canPause = session.setup.exam?.allowsPause != false
    section = session.section?.name
    (sectionRemaining, sectionLimit) = (sectionTime?.remaining, sectionTime?.fullCount)
    canGoBack = session.canGoBack
    revising = session.isRevising
    canAnswer = session.canAnswer
    remaining = time?.remaining
    questionRemaining = questionTime?.remaining
    limit = time?.fullCount
    questionLimit = questionTime?.fullCount
    part = session.setup.part
    paused = session.isPaused
    mode = session.setup.mode
    feedback = item.isRevealed && !session.isPaused ? Feedback(item) : nil
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
    commentary = item.explanation
  }
}

/// The commands of the quiz screen.
package enum QuizCommand: Equatable, Sendable {
  /// Answer with the choices of these numbers, from 1; without any, hand in what is ticked.
  case choose([Int])
  /// Tick the choices of these numbers, from 1, or take their ticks away.
  case toggle([Int])
  /// Answer with a text or a number.
  case answer(String)
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
  /// Give the answer again that was taken back.
  case redo
}

/// The route to one of the screens of a quiz.
package struct SessionRoute<State: ScreenState>: Route {
  /// The quiz.
  package let session: QuizSession

  package var quiz: QuizSession? { session }

  /// Creates the route to a screen of `session`.
  package init(session: QuizSession) {
    self.session = session
  }
}

/// The route to the question on the screen of a quiz.
package typealias QuizRoute = SessionRoute<QuizState>

/// The screen that asks a quiz's questions one at a time.
package final class QuizViewModel: ViewModel, ScreenLogic {
  package let core: ScreenCore<QuizCommand, QuizState>

  private let session: QuizSession

  /// The time displays of the quiz, of the sections of an exam, and of the current question.
  private let displays: QuizDisplays

  /// Creates the screen for a quiz in progress.
  package init(session: QuizSession) {
    self.session = session
    displays = QuizDisplays(session)
    core = ScreenCore(QuizState(session, displays), scheduler: session.scheduler)
    core.start(self)
    core.follow(session.changes)
    for display in displays.all { core.follow(display.$state.skip(first: 1)) }
  }

  func shown() -> QuizState {
    // After the last question another screen is in front, so keep the state.
    guard session.phase == .asking else { return state }
    return QuizState(session, displays)
  }

  func perform(_ command: QuizCommand) throws {
    switch command {
    case .choose(let numbers): try session.choose(numbers.map { $0 - 1 })
    case .toggle(let numbers): try session.toggle(numbers.map { $0 - 1 })
    case .answer(let text): try session.answer(text)
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
    }
  }
}
