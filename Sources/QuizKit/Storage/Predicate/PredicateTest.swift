import Foundation

/// Tells whether records meet a predicate.
struct PredicateTest<R: StoredRecord>: Sendable {
  private let predicate: Predicate<R>?

  /// - Parameter predicate: `nil` is met by all records.
  init(_ predicate: Predicate<R>?) {
    self.predicate = predicate
  }

  /// Whether all records meet it.
  var isTrivial: Bool { predicate == nil }

  func evaluate(_ record: R) throws(StoreError) -> Bool {
    guard let predicate else { return true }
    do {
      return try predicate.evaluate(record)
    } catch {
      throw StoreError.invalidPredicate(reason: "\(error)")
    }
  }
}
