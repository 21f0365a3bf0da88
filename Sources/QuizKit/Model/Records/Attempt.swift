import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// One quiz that was started: its questions and how it ended. The answers are separate ``Answer`` records, so that each answer is
/// one small write.
public struct Attempt: StoredRecord {
  public static let entityName = "attempt"
  public static let keys: [RecordKey<Attempt>] = [.index(\.startedAt)]

  /// A question of the attempt and the order in which its choices were shown.
  package struct Item: Codable, Equatable, Sendable {
    /// The question.
    package var questionID: Identifier<Question>
    /// The author's position of each shown choice, from 0; `nil` for the author's own order.
    package var order: [Int]?
    /// Where the question comes again because the answer to it was wrong: after the question at this
    /// position; `nil` when it does not.
    package var after: Int?
    /// The section of the exam that the question belongs to, from 0; `nil` outside exams with sections.
    package var section: Int?
  }

  /// How an attempt ended.
  package struct Outcome: Codable, Equatable, Sendable {
    /// When the player asked for the result.
    package var finishedAt: Date
    /// How many answers were right.
    package var score: Int
    /// How many points the answers were worth, each at most one; `nil` when that is the score.
    package var points: Double?
    /// The time taken, in milliseconds, without pauses.
    package var milliseconds: Int
    /// Whether time ran out, for the whole quiz or for any question.
    package var timedOut: Bool
    /// The marks of an exam; `nil` for other quizzes.
    package var exam: ExamScore?
  }

  public var id: Identifier<Attempt> = .unassigned
  /// The quiz's name: its deck's at the time, or empty for the whole bank.
  package var title: String
  /// When the player saw the right answers.
  package var mode: QuizOptions.Mode
  /// The time limit for the whole quiz, in milliseconds; `nil` when there is none.
  package var timeLimit: Int?
  /// The time limit for each question, in milliseconds; `nil` when there is none.
  package var questionTimeLimit: Int?
  /// Whether a question comes again when its answer was wrong; `nil` means no.
  package var repeatsMistakes: Bool?
  /// Whether an answer that was partly right earned a part of the point; `nil` means no.
  package var isPartial: Bool?
  /// The rules of the exam that was taken, as they were then; `nil` for other quizzes.
  package var exam: ExamRules?
  /// When the quiz started.
  package var startedAt: Date
  /// The questions, in the order in which they were asked; after them those that came again.
  package var items: [Item]
  /// How the quiz ended; `nil` while it is in progress.
  package var outcome: Outcome?
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
  /// Older programs left the sections with questions of an exam that were asked once more outside of it.
  private var hasPlausibleSections: Bool {
    guard let exam else { return true }
    return items.allSatisfy { $0.section.map(exam.sections.indices.contains) ?? true }
  }
}

extension Attempt.Item {
  fileprivate var isPlausible: Bool {
    guard after ?? 0 >= 0 else { return false }
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
