import Foundation

/// How many records are dated 2000. In scripts of older versions the clock began there, in every bank.
public struct RecordsOf2000: Encodable, Equatable, Sendable {
  /// The year 2000, in UTC.
  static let dates =
    Date(timeIntervalSince1970: 946_684_800)..<Date(timeIntervalSince1970: 978_307_200)

  /// The number of decks.
  public internal(set) var decks = 0
  /// The number of questions.
  public internal(set) var questions = 0
  /// The number of exams.
  public internal(set) var exams = 0
  /// The number of notes.
  public internal(set) var notes = 0
  /// The number of quizzes in the history.
  public internal(set) var quizzes = 0

  /// The number of all.
  public var total: Int { decks + questions + exams + notes + quizzes }
}
