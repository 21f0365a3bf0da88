import QuizExchange
import QuizSupport
import Signals

extension ScreenName {
  /// The right and wrong answers of a quiz.
  package static let result = ScreenName(rawValue: "result")
}

/// The state of the result screen.
package struct ResultState: ScreenState {
  package static let screen = ScreenName.result

  /// One question of the result.
  package struct Item: Encodable, Equatable, Sendable {
    /// The question's number, from 1.
    package var number: Int
    /// The question.
    package var question: String
    /// The chosen answer; `nil` if there was none.
    @Nullable package var answer: String?
    /// Whether the answer was right. An unanswered question counts as wrong.
    package var correct: Bool
    /// What the answer was worth, from -1 to 1.
    package var points: Double
    /// What the question asked for.
    package var kind: QuestionContent.Kind
    /// The choices that were picked or should have been, where several could be; otherwise empty.
    package var marks: [MarkedChoice]
    /// The right answer.
    package var correctAnswer: String
    /// The explanation (解説) of a wrongly answered question, empty if the author wrote none; `nil`
    /// if the answer was right.
    @Nullable package var commentary: String?
    /// Whether the time for this question ran out.
    package var outOfTime: Bool
    /// Whether the player marked the question.
    package var flagged: Bool
    /// How sure the player was of the answer; `nil` when the player did not say.
    @Nullable package var certainty: Certainty?
    /// The name of the section of the exam that the question belongs to; `nil` without sections.
    @Nullable package var section: String?
  }

  /// One section of an exam.
  package struct Section: Encodable, Equatable, Sendable {
    /// The name.
    package var name: String
    /// The marks for its answers.
    package var points: Double
    /// The marks that there were.
    package var possible: Double
    /// Whether they reach the pass mark of the exam.
    package var passed: Bool
  }

  /// The quiz's name; empty for the whole bank.
  package var title: String
  /// The number of right answers.
  package var score: Int
  /// The number of points that the answers were worth; in an exam, its marks. It differs from the
  /// score where answers that were partly right earned parts of points, and where wrong answers
  /// cost marks.
  package var points: Double
  /// The number of points that there were, one for each question; in an exam, its marks.
  package var possible: Double
  /// Whether the exam was passed; `nil` for other quizzes.
  @Nullable package var passed: Bool?
  /// What it takes to pass the exam, in percent of the marks; `nil` for other quizzes.
  @Nullable package var passMark: Percent?
  /// The sections of the exam.
  package var sections: [Section]
  /// The number of questions.
  package var count: Int
  /// The number of questions that ``ResultCommand/retry`` plays: those whose last answer was not
  /// right.
  package var mistakes: Int
  /// Whether time ran out, for the whole quiz or for any question.
  package var timedOut: Bool
  /// The whole seconds that the player took, without pauses, rounded down.
  package var seconds: Int
  /// The number of questions that come next when there are more of the same kind; otherwise 0.
  package var more: Int
  /// The questions with their right answers.
  package var items: [Item]
}

extension ResultState {
  /// The result of `session`.
  init(_ session: QuizSession) {
    title = session.setup.title
    score = session.items.count(where: \.isCorrect)
    let rules = session.setup.exam
    let marks = rules?.score(of: session.items)
    points = marks?.points ?? session.points
    possible = marks?.possible ?? Double(session.items.count)
    (passed, passMark) = (marks?.passed, rules?.passMark)
    sections =
      rules.map { rules in
        zip(rules.sections, rules.sectionScores(of: session.items)).compactMap {
          // A section can be empty when its questions were deleted while the exam waited.
          $1.possible == 0
            ? nil
            : Section(name: $0.name, points: $1.points, possible: $1.possible, passed: $1.passed)
        }
      } ?? []
    count = session.items.count
    mistakes = session.mistakes.count
    timedOut = session.anyTimeRanOut
    more = session.setup.more
    seconds = Int(session.elapsed.components.seconds)
    items = session.items.enumerated().map { index, item in
      let content = item.question.content
      return Item(
        number: index + 1, question: content.text, answer: item.answerText,
        correct: item.isCorrect, points: item.grade.points, kind: content.kind,
        marks: content.marks(of: item.response), correctAnswer: content.rightAnswer,
        commentary: item.isCorrect ? nil : item.explanation, outOfTime: item.isOutOfTime,
        flagged: item.isFlagged, certainty: item.response == nil ? nil : item.certainty,
        section: item.section.flatMap { rules?.sections[$0].name })
    }
  }
}

/// The commands of the result screen.
package enum ResultCommand: Equatable, Sendable {
  /// Play the same questions again, without answers.
  case restart
  /// Play only the questions that were answered wrongly.
  case retry
  /// Play the next questions of the same kind.
  case more
}

/// The route to the result of a quiz.
package typealias ResultRoute = SessionRoute<ResultState>

/// The result of a quiz.
package final class ResultViewModel: ViewModel, ScreenLogic {
  package let core: ScreenCore<ResultCommand, ResultState>

  private let session: QuizSession
  private let quizzes: QuizLibrary

  /// Creates the screen for a finished quiz. `quizzes` starts the next one.
  package init(session: QuizSession, quizzes: QuizLibrary) {
    (self.session, self.quizzes) = (session, quizzes)
    core = ScreenCore(ResultState(session))
    core.start(self)
  }

  func perform(_ command: ResultCommand) throws {
    switch command {
    case .restart: try quizzes.replay(session, onlyMistakes: false)
    case .retry: try quizzes.replay(session, onlyMistakes: true)
    case .more: try quizzes.continueAfter(session)
    }
  }

  func shown() -> ResultState {
    ResultState(session)
  }
}
