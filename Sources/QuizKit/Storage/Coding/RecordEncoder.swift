import QuizSupport

/// Encodes records as JSON.
package final class RecordEncoder {
  /// The most records that a save reads back before it writes them. Larger saves come from imports
  /// and similar work, which read their records a moment before.
  static let mostReadBack = 16

  /// Whether each record is read back, so that nothing is written that the next start cannot read.
  var readsBack = false

  private let encoder: JSONTextEncoder
  private let decoder: JSONTextDecoder

  /// - Parameter indentation: the nesting depth at which the text will be inserted.
  /// - Parameter dates: whether dates are written as calendar dates or as seconds since 2001.
  /// - Parameter schema: the schema of the store, for records that are read back.
  /// - Parameter writesAllMembers: whether empty members are written as well.
  package init(
    _ layout: JSONWriter.Layout = .compact, indentation: Int = 0,
    dates: JSONTextEncoder.Dates = .numbers, schema: Schema? = nil, writesAllMembers: Bool = false
  ) {
    decoder = JSONTextDecoder(userInfo: schema?.userInfo ?? [:])
    encoder = JSONTextEncoder(layout, indentation: indentation, dates: dates)
    if writesAllMembers, let key = CodingUserInfoKey.writesAllMembers {
      encoder.userInfo[key] = true
    }
  }

  /// Appends the text of `record` to `bytes`.
  ///
  /// - Throws: ``StoreError/invalidRecord(entity:id:reason:)``
  package func encode<R: StoredRecord>(_ record: R, to bytes: inout [UInt8]) throws(StoreError) {
    let start = bytes.count
    do {
      try encoder.encode(record, to: &bytes)
      if readsBack { try readBack(R.self, bytes, from: start) }
    } catch let fault as JSONFault {
      throw StoreError.invalidRecord(
        entity: R.entityName, id: record.id.rawValue, reason: fault.reason)
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

  /// The version that `record` has once it is saved, if this encodes it compactly.
  ///
  /// - Throws: ``StoreError/invalidRecord(entity:id:reason:)``
  func version<R: StoredRecord>(of record: R) throws(StoreError) -> UInt64 {
    var text: [UInt8] = []
    try encode(record, to: &text)
    return text.withUnsafeBytes(RecordVersion.of)
  }

  private func readBack<R: StoredRecord>(
    _ type: R.Type, _ bytes: [UInt8], from start: Int
  ) throws(JSONFault) {
    _ = try bytes.withBytes { all throws(JSONFault) in
      try decoder.decode(type, from: UnsafeRawBufferPointer(rebasing: all[start...]))
    }
  }
}
