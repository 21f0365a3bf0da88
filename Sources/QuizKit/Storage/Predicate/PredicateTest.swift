import Foundation

/// Tells whether records meet a predicate.
///
/// It may be used on several threads at once, as the predicate: it holds nothing but the constants
/// and paths of that, which are `Sendable`, though their types do not say so where they are taken
/// out of its tree.
struct PredicateTest<R: StoredRecord>: @unchecked Sendable {
  private let predicate: Predicate<R>?
  private let compiled: ((UnsafeRawPointer) throws -> Bool)?

  /// - Parameter predicate: `nil` is met by all records.
  /// - Parameter isForMany: whether so many records will be tested that it is worth some
  ///   microseconds to take the predicate apart first.
  init(_ predicate: Predicate<R>?, isForMany: Bool = true) {
    self.predicate = predicate
    compiled = isForMany ? predicate.flatMap(Self.compile) : nil
  }

  func evaluate(_ record: R) throws(StoreError) -> Bool {
    guard let predicate else { return true }
    do {
      if let compiled {
        do {
          return try withUnsafePointer(to: record) { try compiled(UnsafeRawPointer($0)) }
        } catch {
          // The predicate says in its own words what is wrong.
        }
      }
      return try predicate.evaluate(record)
    } catch {
      throw StoreError.invalidPredicate(reason: "\(error)")
    }
  }

  private static func compile(_ predicate: Predicate<R>) -> ((UnsafeRawPointer) throws -> Bool)? {
    compile(predicate.expression, predicate.variable)
  }

  private static func compile(
    _ expression: some PredicateExpression<Bool>, _ variable: PredicateExpressions.Variable<R>
  ) -> ((UnsafeRawPointer) throws -> Bool)? {
    PredicateCompiler(variable).known(expression)?.run
  }
}
