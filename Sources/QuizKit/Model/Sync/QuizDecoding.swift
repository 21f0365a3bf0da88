import QuizStore
import QuizSupport

/// Decodes quizzes on another processor while the quizzes before them are written.
///
/// This only serves speed. Calling ``FieldCoder/attempt(_:)`` for one quiz after another gives the
/// same result.
enum QuizDecoding {
  /// The number of fields that can be decoded in the time in which another thread starts.
  private static let few = 1000

  /// - Parameter quizzes: the fields of each quiz; `nil` for a quiz that is not wanted.
  /// - Parameter receive: receives the result for each quiz, in order, on the calling thread.
  /// - Throws: The error of `receive`.
  static func decode(
    _ quizzes: [FieldCoder.Fields?],
    receive: (Result<ExchangedAttempt, JSONFault>?) throws -> Void
  ) throws {
    let fields = quizzes.reduce(0) { $0 + ($1?.count ?? 0) }
    var failure: (any Error)?
    // With more than two threads, decoded quizzes would wait in memory to be written.
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
