import Foundation
import QuizStore
import QuizSupport

/// How far an unfinished attempt has come. Each unfinished attempt has one such record, which is
/// deleted when the attempt is finished.
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
  /// The time left for the question on the screen, in milliseconds; `nil` when its time was not
  /// running.
  package var questionTimeLeft: Int?
  /// The time left for each section of an exam, in milliseconds, 0 for sections without their own
  /// limit; `nil` when no section has a limit.
  package var sectionTimesLeft: [Int]?
  /// When this was saved, if the time keeps running while the player is away; otherwise `nil`.
  package var runningSince: Date?

  package var fault: Reason? { impossibility }
}

extension AttemptProgress: BankRecord {
  static let name: RecordName? = nil
  static let section: String? = "progress"
  static let exchange = RecordExchange.never
  func title(in timeZone: TimeZone) -> String { "" }
  var lastChange: Date { runningSince ?? .distantPast }
  func isSame(as other: AttemptProgress) -> Bool { false }

  var isPlausible: Bool {
    PossibleValues.positions.contains(position) && PossibleValues.times.contains(elapsed)
      && [timeLeft, questionTimeLeft].allSatisfy { $0.map(PossibleValues.times.contains) ?? true }
      && (sectionTimesLeft?.allSatisfy(PossibleValues.times.contains) ?? true)
      && (runningSince?.isOnCalendars ?? true)
  }
}
