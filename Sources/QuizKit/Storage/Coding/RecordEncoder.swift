/// Encodes records as JSON.
final class RecordEncoder {
  private let encoder: JSONTextEncoder

  /// - Parameter forPeople: writes one field per line, indents by two spaces, and writes dates as
  ///   calendar dates. Otherwise writes no spaces, and dates as seconds since 2001.
  /// - Parameter indentation: the nesting depth at which the text will be inserted.
  init(forPeople: Bool = false, indentation: Int = 0) {
    encoder = JSONTextEncoder(
      forPeople ? .spacedLines : .compact, indentation: indentation,
      dates: forPeople ? .texts : .numbers)
  }

  /// Creates an encoder that writes a record on one line without spaces.
  ///
  /// - Parameter readableDates: writes dates as calendar dates instead of seconds since 2001.
  init(readableDates: Bool) {
    encoder = JSONTextEncoder(.compact, dates: readableDates ? .texts : .numbers)
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
