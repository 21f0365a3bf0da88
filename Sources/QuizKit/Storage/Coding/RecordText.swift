/// A record from its text alone, where no decoder is at hand.
enum RecordText {
  /// Reads what a ``RecordEncoder`` has just written.
  static func decode<R: StoredRecord>(_ type: R.Type, _ text: [UInt8]) throws(StoreError) -> R {
    do throws(JSONFault) {
      return try text.withBytes { bytes throws(JSONFault) in
        try JSONTextDecoder().decode(type, from: bytes)
      }
    } catch {
      throw StoreError.invalidRecord(
        entity: R.entityName, id: 0,
        reason: Reason(
          "it cannot be read back: \(error.reason.text(in: .english))",
          "書いたものを読み直せません(\(error.reason.text(in: .japanese)))"))
    }
  }
}
