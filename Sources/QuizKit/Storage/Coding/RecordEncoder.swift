/// Encodes records as JSON.
final class RecordEncoder {
  private let encoder: JSONTextEncoder

  /// - Parameter indentation: the nesting depth at which the text will be inserted.
  /// - Parameter dates: whether dates are written as calendar dates or as seconds since 2001.
  init(
    _ layout: JSONWriter.Layout = .compact, indentation: Int = 0,
    dates: JSONTextEncoder.Dates = .numbers
  ) {
    encoder = JSONTextEncoder(layout, indentation: indentation, dates: dates)
  }

  /// Appends the text of `record` to `bytes`.
  ///
  /// - Throws: ``StoreError/invalidRecord(entity:id:reason:)``
  func encode<R: StoredRecord>(_ record: R, to bytes: inout [UInt8]) throws(StoreError) {
    do {
      try encoder.encode(record, to: &bytes)
    } catch let EncodingError.invalidValue(_, context) {
      // The value itself is left out, because describing a date that is not finite crashes.
      throw StoreError.invalidRecord(
        entity: R.entityName, id: record.id.rawValue,
        reason: Reason(verbatim: context.debugDescription))
    } catch {
      throw StoreError.invalidRecord(
        entity: R.entityName, id: record.id.rawValue, reason: Reason(verbatim: "\(error)"))
    }
  }
}
