import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// A record that a backup may contain. The file may have been edited, even maliciously, so the
/// values are checked when it is read.
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

/// The limits of the values in a record.
enum PossibleValues {
  /// The positions of a question in a quiz. There is one behind each.
  static let positions = 0..<Int(JSONTape.largestCount)
  /// The positions of a choice.
  static let choices = 0..<QuestionContent.maximumChoices
  /// Durations in milliseconds, up to a hundred years. No quiz takes longer, and sums of such
  /// values do not overflow.
  static let times = 0...(100 * 366 * 86_400_000)
}
