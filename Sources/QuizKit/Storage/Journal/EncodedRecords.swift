/// The lines of some new records, made before it is known where they will stand.
struct EncodedRecords: Sendable {
  /// How many records one processor encodes before it takes more.
  private static let unitCount = 128

  /// So many are written at once where they will stand instead.
  static let few = 16

  private(set) var lines: [UInt8] = []
  /// Places count from the beginning of ``lines``.
  private(set) var put: [(location: RecordLocation, keys: [UInt64?])] = []

  /// Encodes records, many of them on several processors.
  ///
  /// - Parameter replacements: what takes the place of temporary identifiers by this save.
  /// - Parameter earlier: the same by saves before.
  /// - Throws: ``StoreError/invalidRecord(entity:id:reason:)``.
  static func encode<R: StoredRecord>(
    _ records: [R], _ replacements: IdentifierReplacements,
    earlier: IdentifierReplacements, processors: Int
  ) throws(StoreError) -> [EncodedRecords] {
    let work = SharedWork<EncodedRecords>(
      units: (records.count + unitCount - 1) / unitCount, limit: .max)
    return try work.share(among: processors) { work in
      let encoder = RecordEncoder()
      encoder.replacements = replacements
      encoder.earlierReplacements = earlier
      while let unit = work.take() {
        let range = unit * unitCount..<min((unit + 1) * unitCount, records.count)
        do throws(StoreError) {
          let part = try EncodedRecords(records[range], encoder)
          work.finish(unit, .success(FoundPart([part])))
        } catch {
          work.finish(unit, .failure(error))
        }
      }
    }
  }

  private init<R: StoredRecord>(
    _ records: ArraySlice<R>, _ encoder: RecordEncoder
  ) throws(StoreError) {
    let keys = R.keys
    var text = TransactionText(
      at: JournalPosition(offset: 0, check: 0, sequence: 0), encoder: encoder)
    put.reserveCapacity(records.count)
    for var record in records {
      record.id = encoder.replacements.resolve(record.id)
      put.append(try text.append(.insert, record, keys))
      // As much as the others may take, so that it is not copied to larger and larger places.
      if put.count == 1 { text.reserve(text.bytes.count * records.count * 9 / 8) }
    }
    lines = text.bytes
  }
}
