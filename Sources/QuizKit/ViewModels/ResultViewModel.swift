import QuizExchange
import QuizStore
import QuizSupport
import Signals

extension ScreenName {
  /// The right and wrong answers of a quiz.
  public static let result = ScreenName(rawValue: "result")
}

/// The state of the result screen.
public struct ResultState: ScreenState {
  public static let screen = ScreenName.result

  /// One question of the result.
  public struct Item: Encodable, Equatable, Sendable {
    /// The question's number, from 1.
    public var number: Int
    /// The question's identifier.
    public var id: Identifier<Question>
    /// The question.
    public var question: String
    /// The chosen answer; `nil` if there was none.
    @Nullable public var answer: String?
    /// Whether the answer was right. An unanswered question counts as wrong.
    public var correct: Bool
    /// The worth of the answer, from -1 to 1.
    public var points: Double
    /// The kind of answer that the question asked for.
    public var kind: QuestionContent.Kind
    /// The choices that were picked or should have been, where several could be picked; otherwise
    /// empty.
    public var markedChoices: [MarkedChoice]
    /// The parts of the answer; `nil` for a question without parts.
    @Nullable public var parts: [AnsweredPart]?
    /// The right answer.
    public var correctAnswer: String
    /// The explanation (解説) of a wrongly answered question, empty if the author wrote none; `nil`
    /// if the answer was right.
    @Nullable public var commentary: String?
    /// Whether the time for this question ran out.
    public var outOfTime: Bool
    /// Whether the player marked the question.
    public var flagged: Bool
    /// How sure the player was of the answer; `nil` when the player did not say.
    @Nullable public var certainty: Certainty?
    /// The name of the section of the exam that the question belongs to; `nil` without sections.
    @Nullable public var section: String?
    /// The choices as they were shown. Not encoded, because they only tell how an answer looks.
    package var choices: [String] = []
    /// The positions of the picked choices and of the right ones in ``choices``; empty where nothing
    /// is picked. Not encoded either.
    package var chosen: [Int] = []
    package var right: [Int] = []
    /// The pictures of the question. Not encoded, because the quiz has shown them.
    package var pictures: [ShownPicture] = []

    private enum CodingKeys: CodingKey {
      case number, id, question, answer, correct, points, kind, markedChoices, parts
      case correctAnswer, commentary, outOfTime, flagged, certainty, section
    }
  }

  /// One section of an exam.
  public struct Section: Encodable, Equatable, Sendable {
    /// The name.
    public var name: String
    /// The marks for its answers.
    public var points: Double
    /// The highest possible marks.
    public var possible: Double
    /// Whether the marks reach the pass mark of the exam.
    public var passed: Bool
  }

  /// The quiz's name; `nil` for the whole bank.
  @Nullable public var title: String?
  /// The number of right answers.
  public var score: Int
  /// The number of points that the answers were worth; in an exam, its marks. It differs from the
  /// score where partly right answers earned parts of points, and where wrong answers cost marks.
  public var points: Double
  /// The highest possible number of points, one for each question; in an exam, its highest possible
  /// marks.
  public var possible: Double
  /// Whether the exam was passed; `nil` for other quizzes.
  @Nullable public var passed: Bool?
  /// The share of the marks that is needed to pass the exam, in percent; `nil` for other quizzes.
  @Share public var passMark: Percent?
  /// The sections of the exam.
  public var sections: [Section]
  /// The number of questions.
  public var count: Int
  /// The number of questions that ``ResultCommand/retry`` plays: those whose last answer was not
  /// right.
  public var mistakes: Int
  /// Whether time ran out, for the whole quiz or for any question.
  public var timedOut: Bool
  /// The whole seconds that the player took, without pauses, rounded down.
  public var seconds: Int
  /// The number of questions that come next when there are more of the same kind; otherwise 0.
  public var more: Int
  /// The questions with their right answers.
  public var items: [Item]
  /// When the player saw the right answers. Not encoded, because scripts choose it.
  public var mode: QuizOptions.Mode
  /// Good news about the result; `nil` in a script. Not encoded, because it is for persons.
  package var praise: Praise?

  /// Good news about a result.
  package struct Praise: Equatable, Sendable {
    /// Whether no earlier quiz of the same name had as good a result, and there were some.
    package var isBest = false
    /// The days in a row, up to today, on which a question was answered.
    package var days = 0
  }

  private enum CodingKeys: CodingKey {
    case title, score, points, possible, passed, passMark, sections, count, mistakes, timedOut
    case seconds, more, items
  }
}

extension ResultState {
  /// The result of `session`.
  init(_ session: QuizSession, _ pictures: PictureBook? = nil) {
    title = session.setup.title.unlessEmpty
    score = session.items.count(where: \.isCorrect)
    let rules = session.setup.exam
    let marks = rules?.score(of: session.items)
    points = marks?.points ?? session.points
    possible = marks?.possible ?? Double(session.items.count)
    (passed, passMark) = (marks?.passed, rules?.passMark)
    sections =
      rules.map { rules in
        zip(rules.sections, rules.sectionScores(of: session.items)).compactMap {
          // A section can be empty when its questions were deleted while the exam was unfinished.
          $1.possible == 0
            ? nil
            : Section(name: $0.name, points: $1.points, possible: $1.possible, passed: $1.passed)
        }
      } ?? []
    count = session.items.count
    mistakes = session.mistakes.count
    timedOut = session.anyTimeRanOut
    (more, mode) = (session.setup.more, session.setup.mode)
    seconds = Int(session.elapsed.components.seconds)
    items = session.items.enumerated().map { index, item in
      let content = item.question.content
      return Item(
        number: index + 1, id: item.question.id, question: content.text, answer: item.answerText,
        correct: item.isCorrect, points: item.grade.points, kind: content.kind,
        markedChoices: content.marks(of: item.response), parts: content.parts(of: item.response),
        correctAnswer: content.rightAnswer,
        commentary: item.isCorrect ? nil : item.explanation, outOfTime: item.isOutOfTime,
        flagged: item.isFlagged, certainty: item.response == nil ? nil : item.certainty,
        section: item.section.flatMap { rules?.sections[$0].name },
        choices: content.kind.isPicked ? item.choices.map(\.text) : content.choices.map(\.text),
        chosen: item.shownPicks, right: item.shownRight,
        pictures: pictures?.shown(item, isOver: true) ?? [])
    }
  }
}

/// The commands of the result screen.
public enum ResultCommand: Equatable, Sendable {
  /// Play the same questions again, without answers.
  case restart
  /// Play only the questions that were answered wrongly.
  case retry
  /// Play the next questions of the same kind.
  case more
  /// Open a picture of the question with this number, from 1: the one with the second number, or
  /// the first.
  case picture(Int, Int?)
}

/// The route to the result of a quiz.
public typealias ResultRoute = ScreenRoute<ResultState, QuizSession>

/// The result of a quiz.
public final class ResultViewModel: ScreenModel<ResultCommand, ResultState> {
  private let session: QuizSession
  private let quizzes: QuizLibrary
  private let praise: ResultState.Praise?

  /// Creates the screen for a finished quiz. `quizzes` starts the next one.
  public convenience init(session: QuizSession, quizzes: QuizLibrary) {
    self.init(session: session, quizzes: quizzes, praise: nil)
  }

  package init(session: QuizSession, quizzes: QuizLibrary, praise: ResultState.Praise?) {
    (self.session, self.quizzes, self.praise) = (session, quizzes, praise)
    super.init(Self.state(session, quizzes, praise))
  }

  override func perform(_ command: ResultCommand) throws {
    switch command {
    case .restart: try quizzes.replay(session, onlyMistakes: false)
    case .retry: try quizzes.replay(session, onlyMistakes: true)
    case .more: try quizzes.continueAfter(session)
    case .picture(let row, let number):
      try quizzes.bank.pictures.open(number, of: session.items.line(row), isOver: true)
    }
  }

  override func shown() -> ResultState { Self.state(session, quizzes, praise) }

  private static func state(
    _ session: QuizSession, _ quizzes: QuizLibrary, _ praise: ResultState.Praise?
  ) -> ResultState {
    var state = ResultState(session, quizzes.bank.pictures)
    state.praise = praise
    return state
  }
}

extension AttemptHistory {
  /// Good news about the result of a quiz, which is the last one of its name.
  ///
  /// - Throws: The store's error when it cannot be read.
  package func praise(of setup: QuizSetup) throws -> ResultState.Praise {
    var praise = ResultState.Praise()
    let alike = try summaries(of: identifiers()).filter {
      $0.title == setup.title && ($0.exam == nil) == (setup.exam == nil) && $0.count > 0
    }
    let shares = alike.sorted { $0.startedAt < $1.startedAt }.compactMap { attempt in
      attempt.outcome.map { ($0.points ?? Double($0.score)) / Double(attempt.count) }
    }
    if let last = shares.last, let best = shares.dropLast().max() { praise.isBest = last > best }
    let days = world.days
    let active = Set(
      try answers.given().lazy.filter(\.isAnswered).map { days.day(of: $0.changedAt).number })
    let today = days.day(of: world.now()).number
    while active.contains(today - praise.days) { praise.days += 1 }
    return praise
  }
}
