import Foundation
import QuizExchange
import QuizStore

/// One quiz that was started: its questions and how it ended. The answers are separate ``Answer`` records, so that each answer is
/// one small write.
public struct Attempt: StoredRecord {
  public static let entityName = "attempt"
  public static let keys: [RecordKey<Attempt>] = [.index(\.startedAt)]

  /// A question of the attempt and the order in which its choices were shown.
  public struct Item: Codable, Equatable, Sendable {
    /// The question.
    public var questionID: Identifier<Question>
    /// The author's position of each shown choice, from 0; `nil` for the author's own order.
    public var order: [Int]?
    /// Where the question comes again because the answer to it was wrong: after the question at this
    /// position; `nil` when it does not.
    public var after: Int?
    /// The section of the exam that the question belongs to, from 0; `nil` outside exams with sections.
    public var section: Int?
  }

  /// How an attempt ended.
  public struct Outcome: Codable, Equatable, Sendable {
    /// When the player asked for the result.
    public var finishedAt: Date
    /// How many answers were right.
    public var score: Int
    /// How many points the answers were worth, each at most one; `nil` when that is the score.
    public var points: Double?
    /// The time taken, in milliseconds, without pauses.
    public var milliseconds: Int
    /// Whether time ran out, for the whole quiz or for any question.
    public var timedOut: Bool
    /// The marks of an exam; `nil` for other quizzes.
    public var exam: ExamScore?
  }

  public var id: Identifier<Attempt> = .unassigned
  /// The quiz's name: its deck's at the time, or empty for the whole bank.
  public var title: String
  /// When the player saw the right answers.
  public var mode: QuizOptions.Mode
  /// The time limit for the whole quiz, in milliseconds; `nil` when there is none.
  public var timeLimit: Int?
  /// The time limit for each question, in milliseconds; `nil` when there is none.
  public var questionTimeLimit: Int?
  /// Whether a question comes again when its answer was wrong; `nil` means no.
  public var repeatsMistakes: Bool?
  /// Whether an answer that was partly right earned a part of the point; `nil` means no.
  public var isPartial: Bool?
  /// The rules of the exam that was taken, as they were then; `nil` for other quizzes.
  public var exam: ExamRules?
  /// When the quiz started.
  public var startedAt: Date
  /// The questions, in the order in which they were asked; after them those that came again.
  public var items: [Item]
  /// How the quiz ended; `nil` while it is in progress.
  public var outcome: Outcome?
}

/// How far an unfinished attempt has come. Each unfinished attempt has one such record, which is deleted when the attempt is
/// finished.
public struct AttemptProgress: StoredRecord {
  public static let entityName = "progress"
  public static let keys: [RecordKey<AttemptProgress>] = [
    .reference(\.attemptID, onDelete: .cascade)
  ]

  public var id: Identifier<AttemptProgress> = .unassigned
  /// The attempt.
  public var attemptID: Identifier<Attempt>
  /// The position of the question on the screen, from 0.
  public var position: Int
  /// Whether the list of answers was on the screen.
  public var isConfirming: Bool
  /// Whether the question on the screen was opened from the list of answers.
  public var isRevising: Bool
  /// Whether the time of the whole quiz ran out.
  public var isTimedOut: Bool
  /// The time spent so far, in milliseconds.
  public var elapsed: Int
  /// The time left for the whole quiz, in milliseconds; `nil` when there is no limit.
  public var timeLeft: Int?
  /// The time left for the question on the screen, in milliseconds; `nil` when its time was not running.
  public var questionTimeLeft: Int?
  /// The time left for each section of an exam, in milliseconds, 0 for those without a time of their own;
  /// `nil` when no section has one.
  public var sectionTimesLeft: [Int]?
  /// When this was saved, where the time runs on while the player is away; `nil` where it stands still.
  public var runningSince: Date?
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
  public var response: Response?
  /// The choices that were ticked and not handed in yet, as the author's positions; `nil` when there are none.
  public var ticked: [Int]?
  /// Whether the answer was right when it was given.
  public var isCorrect: Bool
  /// What the answer was worth when it was given, from -1 to 1; `nil` when it was worth 1 if right,
  /// else nothing.
  public var points: Double?
  /// Whether the player marked the question.
  public var isFlagged: Bool
  /// How sure the player was; `nil` when the player did not say.
  public var certainty: Certainty?
  /// The time left for this question, in milliseconds; `nil` when there is no limit.
  public var timeLeft: Int?
  /// The time that the question was on the screen until it was answered, in milliseconds; `nil` while
  /// unanswered, and where it was not measured.
  public var milliseconds: Int?
  /// How many choices the question had, 0 where the answer is typed; `nil` in records of older versions.
  public var choices: Int?
  /// Among how many answers somebody picks who guesses, where that is not the number of choices.
  public var guesses: Int?
  /// When the answer was given; while unanswered, when this record was last changed.
  public var changedAt: Date
}

extension [Answer] {
  /// The answers by their positions in the quiz.
  var byPosition: [Int: Answer] {
    Dictionary(map { ($0.position, $0) }) { _, last in last }
  }
}
