import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// A quiz that was started: its questions and its outcome. The answers are separate ``Answer``
/// records, so that saving an answer is one small write.
public struct Attempt: StoredRecord {
  public static let entityName = "attempt"
  public static let keys: [RecordKey<Attempt>] = [.index(\.startedAt)]

  /// A question of the attempt and the order in which its choices were shown.
  package struct Item: Codable, Equatable, Sendable {
    /// The question.
    package var questionID: Identifier<Question>
    /// The author's position of each shown choice, from 0; `nil` for the author's own order.
    package var order: [Int]?
    /// The position of the question after which this question is repeated because its answer was
    /// wrong; `nil` if it is not a repetition.
    package var after: Int?
    /// The section of the exam that the question belongs to, from 0; `nil` outside exams with
    /// sections.
    package var section: Int?
  }

  /// How an attempt ended.
  package struct Outcome: Codable, Equatable, Sendable {
    /// When the player asked for the result.
    package var finishedAt: Date
    /// How many answers were right.
    package var score: Int
    /// The sum of the points for the answers, at most one point each; `nil` if it equals the score.
    package var points: Double?
    /// The time taken, in milliseconds, without pauses.
    package var milliseconds: Int
    /// Whether time ran out, for the whole quiz or for any question.
    package var timedOut: Bool
    /// The marks of an exam; `nil` for other quizzes.
    package var exam: ExamScore?
  }

  public var id: Identifier<Attempt> = .unassigned
  /// The quiz's name: the name of its deck when it started, or empty for the whole bank.
  package var title: String
  /// When the player saw the right answers.
  package var mode: QuizOptions.Mode
  /// The time limit for the whole quiz, in milliseconds; `nil` when there is none.
  package var timeLimit: Int?
  /// The time limit for each question, in milliseconds; `nil` when there is none.
  package var questionTimeLimit: Int?
  /// Whether a question is repeated when its answer was wrong; `nil` means no.
  package var repeatsMistakes: Bool?
  /// Whether a partly right answer earned a part of the point; `nil` means no.
  package var isPartial: Bool?
  /// The rules of the exam at the time when it was taken; `nil` for other quizzes.
  package var exam: ExamRules?
  /// When the quiz started.
  package var startedAt: Date
  /// The questions in the order in which they were asked, followed by the repeated ones.
  package var items: [Item]
  /// How the quiz ended; `nil` while it is in progress.
  package var outcome: Outcome?

  public var fault: Reason? { impossibility }
}

extension Attempt: BankRecord {
  static let name: RecordName? = RecordName(
    "quiz", "quizzes", "クイズ", "回", full: Reason("quiz in the history", "履歴のクイズ"))
  static let section: String? = "attempts"
  static let exchange = RecordExchange.personal
  static let hasTexts = false

  func title(in timeZone: TimeZone) -> String {
    let date = Stamp(startedAt, in: timeZone).minute
    return title.isEmpty ? date : title + " " + date
  }

  var lastChange: Date { startedAt }
  func isSame(as other: Attempt) -> Bool { false }

  mutating func relink(_ target: (RecordReference) throws -> Int64?) rethrows {
    for index in items.indices {
      items[index].questionID = try items[index].questionID.relinked(target)
    }
  }

  var isPlausible: Bool {
    startedAt.isOnCalendars && items.allSatisfy(\.isPlausible)
      && (exam?.isPlausible ?? true)
      && hasPlausibleSections
      && [timeLimit, questionTimeLimit].allSatisfy { $0.map(PossibleValues.times.contains) ?? true }
      && (outcome.map { $0.isPlausible(for: items.count) } ?? true)
  }
}

extension Attempt {
  /// Older programs kept the sections in an attempt that asked questions of an exam again outside
  /// of the exam.
  private var hasPlausibleSections: Bool {
    guard let exam else { return true }
    return items.allSatisfy { $0.section.map(exam.sections.indices.contains) ?? true }
  }
}

extension Attempt.Item {
  fileprivate var isPlausible: Bool {
    guard PossibleValues.positions.contains(after ?? 0) else { return false }
    guard let order else { return true }
    return order.allSatisfy(PossibleValues.choices.contains) && Set(order).count == order.count
  }
}

extension Attempt.Outcome {
  fileprivate func isPlausible(for count: Int) -> Bool {
    finishedAt.isOnCalendars && (0...count).contains(score)
      && (points.map { (-Double(count)...Double(count)).contains($0) } ?? true)
      && PossibleValues.times.contains(milliseconds)
      && (exam.map { $0.points.isFinite && $0.possible.isFinite && $0.possible > 0 } ?? true)
  }
}
