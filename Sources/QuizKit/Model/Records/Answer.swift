import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// The response of a player to one question of an attempt, and everything else that belongs to it.
public struct Answer: StoredRecord {
  public static let entityName = "answer"
  public static let keys: [RecordKey<Answer>] = [
    .reference(\.attemptID, named: "attemptID", onDelete: .cascade),
    .index(\.questionID, named: "questionID"),
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
  /// The choices that were ticked but not submitted yet, as the author's positions; `nil` when
  /// there are none.
  package var ticked: [Int]?
  /// The parts of an answer that were not handed in yet; `nil` when there are none.
  package var draft: Response?
  /// Whether the answer was right when it was given.
  public var isCorrect: Bool
  /// The points for the answer when it was given, from -1 to 1; `nil` when a right answer gave 1
  /// point and a wrong one none.
  package var points: Double?
  /// Whether the player marked the question.
  package var isFlagged: Bool
  /// How sure the player was; `nil` when the player did not say.
  package var certainty: Certainty?
  /// The time left for this question, in milliseconds; `nil` when there is no limit.
  package var timeLeft: Int?
  /// The time for which the question was on the screen until it was answered, in milliseconds;
  /// `nil` while unanswered, and if it was not measured.
  package var milliseconds: Int?
  /// The number of choices to pick from, 0 if none are to be picked; `nil` in records of older
  /// versions.
  package var choices: Int?
  /// The number of answers that a guess picks from, if it differs from the number of choices.
  package var guesses: Int?
  /// When the answer was given; while unanswered, when this record was last changed.
  public var changedAt: Date

  public var fault: Reason? { impossibility }
}

extension [Answer] {
  /// The answers by their positions in the quiz.
  var byPosition: [Int: Answer] {
    Dictionary(map { ($0.position, $0) }) { _, last in last }
  }
}

extension Answer: BankRecord {
  static let name: RecordName? = nil
  static let section: String? = "answers"
  static let exchange = RecordExchange.withOwner
  func title(in timeZone: TimeZone) -> String { "" }
  var lastChange: Date { changedAt }
  func isSame(as other: Answer) -> Bool { false }

  mutating func relink(_ target: (RecordReference) throws -> Int64?) rethrows {
    try relinkKeys(target)
    questionID = try questionID.relinked(target)
  }

  var isPlausible: Bool {
    PossibleValues.positions.contains(position) && changedAt.isOnCalendars
      && [response, draft].allSatisfy { $0?.isPlausible ?? true }
      && (ticked?.allSatisfy(PossibleValues.choices.contains) ?? true)
      && (points.map { (-1...1).contains($0) } ?? true)
      && (choices.map { (0...QuestionContent.maximumChoices).contains($0) } ?? true)
      && (guesses.map { (1..<1 << QuestionContent.maximumChoices).contains($0) } ?? true)
      && [timeLeft, milliseconds].allSatisfy { $0.map(PossibleValues.times.contains) ?? true }
  }
}

extension Response {
  fileprivate var isPlausible: Bool {
    references.allSatisfy(PossibleValues.choices.contains) && partCount <= GapsSolution.most
  }
}

extension Answer {
  /// The members that version 1 stored in another form.
  private struct Older: Decodable {
    /// The position of the picked choice.
    var selected: Int?
  }

  static func decode(with decoder: JSONTextDecoder, at element: Int) throws(JSONFault) -> Answer {
    var answer = try decoder.decode(Answer.self, at: element)
    if answer.response == nil {
      answer.response = try decoder.decode(Older.self, at: element).selected.map { .choice($0) }
    }
    return answer
  }
}
