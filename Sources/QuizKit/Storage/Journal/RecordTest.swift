import Foundation

/// Tells of records whether they are wanted: from their bytes, and where these do not tell, from the
/// record.
struct RecordTest<R: StoredRecord>: Sendable {
  /// What bytes tell.
  let bytes: ByteTest
  private let predicate: PredicateTest<R>
  private let path: String

  /// - Parameter path: the file, for errors.
  init(_ predicate: Predicate<R>?, _ plan: QueryPlan<R>, path: String) {
    bytes = ByteTest(words: plan.words, isExact: plan.isExact)
    self.predicate = PredicateTest(predicate, isForMany: !plan.isExact)
    self.path = path
  }

  /// Calls `body` with the record, when it is wanted. To return one or none instead would be to have
  /// the type of that looked up for each record.
  func record(
    _ location: RecordLocation, _ text: UnsafeRawBufferPointer, _ decoder: JSONTextDecoder,
    _ body: (R) -> Void
  ) throws(StoreError) {
    let verdict = bytes.verdict(location, text)
    if verdict == .no { return }
    let record = try decoder.record(R.self, location, text, path: path)
    if verdict == .unsure, try !predicate.evaluate(record) { return }
    body(record)
  }
}

extension JSONTextDecoder {
  /// Reads the record at `location` of the file at `path`.
  func record<R: StoredRecord>(
    _ type: R.Type, _ location: RecordLocation, _ text: UnsafeRawBufferPointer, path: String
  ) throws(StoreError) -> R {
    do throws(JSONFault) {
      return try decode(type, from: text)
    } catch {
      throw StoreError.damaged(
        FilePlace(path: path, offset: Int(location.offset) + error.offset), reason: error.reason)
    }
  }
}
