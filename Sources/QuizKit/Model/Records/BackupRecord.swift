import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// A record that a backup may contain. The file may have been edited, even maliciously, so values are checked while reading it.
protocol BackupRecord: Decodable, Sendable {
  /// Whether all values are possible.
  var isPlausible: Bool { get }

  /// Why the values are impossible; `nil` when they are possible.
  var impossibility: Reason? { get }

  /// Decodes a record of any version of the format.
  static func decode(with decoder: JSONTextDecoder, at element: Int) throws(JSONFault) -> Self
}

extension BackupRecord {
  var impossibility: Reason? {
    isPlausible ? nil : Reason("this value is not allowed here", "あり得ない値です")
  }

  static func decode(with decoder: JSONTextDecoder, at element: Int) throws(JSONFault) -> Self {
    try decoder.decode(Self.self, at: element)
  }
}

/// The limits of what a record may say.
enum PossibleValues {
  /// The positions of a choice.
  static let choices = 0..<QuestionContent.maximumChoices
  /// Milliseconds, up to a hundred years: longer than anyone plays, and small enough that sums do not overflow.
  static let times = 0...(100 * 366 * 86_400_000)
}
