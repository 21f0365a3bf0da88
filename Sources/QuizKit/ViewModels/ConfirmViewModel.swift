import QuizExchange
import QuizStore
import QuizSupport
import Signals

extension ScreenName {
  /// The list of answers, before the result.
  public static let confirm = ScreenName(rawValue: "confirm")
}

/// The state of the screen that lists a quiz's answers before the result.
public struct ConfirmState: ScreenState {
  public static let screen = ScreenName.confirm

  /// One question of the list.
  public struct Item: Encodable, Equatable, Sendable {
    /// The question's number, from 1.
    public var number: Int
    /// The question; `nil` where an exam without a way back has not shown it yet.
    @Nullable public var id: Identifier<Question>?
    /// The question; an ellipsis where an exam without a way back has not shown it yet.
    public var question: String
    /// The chosen answer; `nil` while unanswered.
    @Nullable public var answer: String?
    /// The number of the chosen answer, from 1; `nil` while unanswered.
    @Nullable public var selected: Int?
    /// The numbers of the picked choices, from 1; empty while unanswered, and where the answer was
    /// typed.
    public var selection: [Int]
    /// Whether choices are ticked that were not handed in.
    public var ticked: Bool
    /// Whether the player marked the question.
    public var flagged: Bool
    /// Whether the answer can still be given or changed.
    public var canChange: Bool
    /// The kind of the question. Not encoded, because it only tells how question and answer look.
    package var kind = QuestionContent.Kind.single
    /// The choices of the question. Not encoded, because they only tell how the answers look.
    package var choices: [String] = []
    /// The pictures of the question. Not encoded, because the quiz has shown them.
    package var pictures: [ShownPicture] = []

    private enum CodingKeys: CodingKey {
      case number, id, question, answer, selected, selection, ticked, flagged, canChange
    }
  }

  /// The quiz's name; `nil` for the whole bank.
  @Nullable public var title: String?
  /// The questions with their answers.
  public var items: [Item]
  /// The number of unanswered questions.
  public var unanswered: Int
  /// Whether time ran out, for the whole quiz or for any question.
  public var timedOut: Bool
  /// Whole seconds left for the quiz, rounded up; `nil` without a limit.
  @Nullable public var remaining: Int?

  /// Whether the quiz is an exam.
  public var isExam: Bool
  /// The name of the section of the exam whose time runs; `nil` when none has a time.
  @Nullable public var section: String?
  /// Whole seconds left for the section, rounded up; `nil` without a limit.
  @Nullable public var sectionRemaining: Int?

  public var timeless: Self {
    var copy = self
    copy.remaining = nil
    copy.sectionRemaining = nil
    return copy
  }
}

extension ConfirmState {
  /// The current state of `session`, with the times of the quiz and of the section.
  init(_ session: QuizSession, _ displays: QuizDisplays, _ pictures: PictureBook?) {
    let sectionTime = displays.section(of: session)?.state
    title = session.setup.title.unlessEmpty
    items = session.items.enumerated().map { index, item in
      Item(
        number: index + 1, id: session.hasShown(index) ? item.question.id : nil,
        question: session.hasShown(index) ? item.question.content.text : "…",
        answer: item.answerText,
        selected: item.shownSelection.map { $0 + 1 },
        selection: item.response == nil ? [] : item.shownPicks.map { $0 + 1 },
        ticked: item.ticked?.isEmpty == false || item.draft != nil, flagged: item.isFlagged,
        canChange: session.canRevise(index), kind: item.question.content.kind,
        choices: item.question.content.choices.map(\.text),
        pictures: session.hasShown(index) ? pictures?.shown(item) ?? [] : [])
    }
    unanswered = items.count { $0.answer == nil }
    timedOut = session.anyTimeRanOut
    remaining = displays.quiz?.state.remaining
    isExam = session.setup.exam != nil
    section = sectionTime == nil ? nil : session.section?.name
    sectionRemaining = sectionTime?.remaining
  }
}

/// The commands of the answer list.
public enum ConfirmCommand: Equatable, Sendable {
  /// Change answer number N, from 1.
  case go(Int)
  /// Go back to the question that was on the screen before.
  case back
  /// Clear all answers and start again.
  case restart
  /// Show the result.
  case result
  /// Take the last answer back, and show its question.
  case undo
  /// Open a picture of the question with this number, from 1: the one with the second number, or
  /// the first.
  case picture(Int, Int?)
}

/// The route to the list of a quiz's answers.
public typealias ConfirmRoute = ScreenRoute<ConfirmState, QuizSession>

/// The screen that lists the answers. Each may be changed before the result.
public final class ConfirmViewModel: ScreenModel<ConfirmCommand, ConfirmState> {
  private let session: QuizSession
  private let pictures: PictureBook?

  private let displays: QuizDisplays

  /// Creates the screen for a quiz whose answers are to be confirmed.
  ///
  /// - Parameter quizzes: Have the pictures of the questions; `nil` to leave them out.
  public init(session: QuizSession, quizzes: QuizLibrary? = nil) {
    (self.session, pictures) = (session, quizzes?.bank.pictures)
    displays = QuizDisplays(session)
    super.init(ConfirmState(session, displays, pictures), scheduler: session.scheduler)
    follow(session.changes)
  }

  override func shown() -> ConfirmState {
    guard session.phase == .confirming else { return state }
    return ConfirmState(session, displays, pictures)
  }

  override func perform(_ command: ConfirmCommand) throws {
    switch command {
    case .go(let number): try session.go(to: number - 1)
    case .back: try session.reopen()
    case .restart:
      if session.setup.exam != nil { throw QuizRefusal.noRestart }
      session.restart()
    case .result: session.showResult()
    case .undo: try session.undoAnswer()
    case .picture(let row, let number):
      let item = try session.items.line(row)
      guard let pictures, session.hasShown(row - 1) else { throw PictureRefusal.none }
      try pictures.open(number, of: item)
    }
  }
}
