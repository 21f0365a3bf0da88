import QuizStore
import QuizSupport

/// Decodes quizzes on another processor while the ones before them are written.
///
/// Only speed needs it: ``FieldCoder/attempt(_:)`` for one quiz after the other gives the same.
enum QuizDecoding {
  /// Up to this many fields are decoded before another thread has started.
  private static let few = 1000

  /// - Parameter quizzes: the fields of each quiz; `nil` for one that is not wanted.
  /// - Parameter receive: takes what each one is, in order, on the calling thread.
  /// - Throws: the error of `receive`.
  static func decode(
    _ quizzes: [FieldCoder.Fields?],
    receive: (Result<ExchangedAttempt, JSONFault>?) throws -> Void
  ) throws {
    let fields = quizzes.reduce(0) { $0 + ($1?.count ?? 0) }
    var failure: (any Error)?
    // With more than two threads, decoded quizzes would wait in memory until they are written.
    try Workers(limit: fields > few ? 2 : 1).perform(units: quizzes.count) {
      let coder = FieldCoder()
      return { unit in
        quizzes[unit].map { fields in
          Result { () throws(JSONFault) in try coder.attempt(fields) }
        }
      }
    } receive: { quiz in
      do {
        try receive(quiz)
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }
}
