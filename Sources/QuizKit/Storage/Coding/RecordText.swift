/// A record from its text alone, where no decoder is at hand.
enum RecordText {
  /// Reads what a ``RecordEncoder`` has just written.
  static func decode<R: StoredRecord>(_ type: R.Type, _ text: [UInt8]) throws(StoreError) -> R {
    var result: Result<R, JSONFault> = .failure(JSONFault(0, "nothing was read"))
    text.withUnsafeBytes { bytes in
      do throws(JSONFault) {
        result = .success(try RecordDecoder().decode(type, from: bytes))
      } catch {
        result = .failure(error)
      }
    }
    switch result {
    case .success(let record): return record
    case .failure(let fault):
      throw StoreError.invalidRecord(
        entity: R.entityName, id: 0, reason: "it cannot be read back: \(fault.reason)")
    }
  }
}
