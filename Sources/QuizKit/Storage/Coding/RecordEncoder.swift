/// Writes records as JSON.
final class RecordEncoder {
  private let encoder: JSONTextEncoder

  /// - Parameter forPeople: one field a line, two blanks for each level, dates as calendars show
  ///   them; otherwise no blanks, and dates as seconds since 2001.
  /// - Parameter indentation: how many levels deep the text will stand.
  init(forPeople: Bool = false, indentation: Int = 0) {
    encoder = JSONTextEncoder(
      forPeople ? .spacedLines : .compact, indentation: indentation,
      dates: forPeople ? .texts : .numbers)
  }

  /// Writes a record on one line without blanks, its dates as calendars show them.
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
      // The value itself is left out: the description of a date that is not finite traps.
      throw StoreError.invalidRecord(
        entity: R.entityName, id: record.id.rawValue,
        reason: Reason(verbatim: context.debugDescription))
    } catch {
      throw StoreError.invalidRecord(
        entity: R.entityName, id: record.id.rawValue, reason: Reason(verbatim: "\(error)"))
    }
  }
}
