import Foundation
import QuizExchange
import QuizStore

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

/// How far an unfinished attempt has come. Each unfinished attempt has one such record, which is deleted when the attempt is
/// finished.
package struct AttemptProgress: StoredRecord {
  package static let entityName = "progress"
  package static let keys: [RecordKey<AttemptProgress>] = [
    .reference(\.attemptID, onDelete: .cascade)
  ]

  package var id: Identifier<AttemptProgress> = .unassigned
  /// The attempt.
  package var attemptID: Identifier<Attempt>
  /// The position of the question on the screen, from 0.
  package var position: Int
  /// Whether the list of answers was on the screen.
  package var isConfirming: Bool
  /// Whether the question on the screen was opened from the list of answers.
  package var isRevising: Bool
  /// Whether the time of the whole quiz ran out.
  package var isTimedOut: Bool
  /// The time spent so far, in milliseconds.
  package var elapsed: Int
  /// The time left for the whole quiz, in milliseconds; `nil` when there is no limit.
  package var timeLeft: Int?
  /// The time left for the question on the screen, in milliseconds; `nil` when its time was not running.
  package var questionTimeLeft: Int?
  /// The time left for each section of an exam, in milliseconds, 0 for those without a time of their own;
  /// `nil` when no section has one.
  package var sectionTimesLeft: [Int]?
  /// When this was saved, where the time runs on while the player is away; `nil` where it stands still.
  package var runningSince: Date?
}

/// What a player did with one question of an attempt.
public struct Answer: StoredRecord {
  public static let entityName = "answer"
  public static let keys: [RecordKey<Answer>] = [
    .reference(\.attemptID, onDelete: .cascade),
    .index(\.questionID),
  ]

  public var id: Identifier<Answer> = .unassigned
  /// The attempt.
  public var attemptID: Identifier<Attempt>
  /// The position of the question in the attempt, from 0.
  public var position: Int
  /// The question.
  public var questionID: Identifier<Question>
  /// The answer; `nil` while unanswered.
  package var response: Response?
  /// The choices that were ticked and not handed in yet, as the author's positions; `nil` when there are none.
  package var ticked: [Int]?
  /// Whether the answer was right when it was given.
  public var isCorrect: Bool
  /// What the answer was worth when it was given, from -1 to 1; `nil` when it was worth 1 if right,
  /// else nothing.
  package var points: Double?
  /// Whether the player marked the question.
  package var isFlagged: Bool
  /// How sure the player was; `nil` when the player did not say.
  package var certainty: Certainty?
  /// The time left for this question, in milliseconds; `nil` when there is no limit.
  package var timeLeft: Int?
  /// The time that the question was on the screen until it was answered, in milliseconds; `nil` while
  /// unanswered, and where it was not measured.
  package var milliseconds: Int?
  /// How many choices the question had, 0 where the answer is typed; `nil` in records of older versions.
  package var choices: Int?
  /// Among how many answers somebody picks who guesses, where that is not the number of choices.
  package var guesses: Int?
  /// When the answer was given; while unanswered, when this record was last changed.
  public var changedAt: Date
}

extension [Answer] {
  /// The answers by their positions in the quiz.
  var byPosition: [Int: Answer] {
    Dictionary(map { ($0.position, $0) }) { _, last in last }
  }
}
