import QuizStore
import QuizSupport

/// Makes the keys of new records from their content. If two devices have equal records, such as
/// questions that were imported on both, they give them the same key.
struct RecordKeyMaker {
  /// The key of a record.
  ///
  /// - Parameter owners: the keys of the records that it refers to, in the order of its own keys.
  /// - Parameter fields: all of its fields.
  static func key<R: BankRecord>(
    of record: R, owners: [String], _ fields: FieldCoder.Fields
  ) -> String {
    guard let identity = R.identity?(record, owners) else { return key(of: R.kind, fields) }
    return key([R.entityName] + identity)
  }

  /// The key of a record, made from all of its fields.
  static func key(of kind: RecordKind, _ fields: FieldCoder.Fields) -> String {
    key([kind.rawValue] + fields.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
  }

  /// A key of 128 bits in hexadecimal digits. Each part is preceded by its length, so that the
  /// boundaries between parts make a difference.
  private static func key(_ parts: [String]) -> String {
    var bytes: [UInt8] = []
    for part in parts {
      JSONText.append(part.utf8.count, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      bytes.append(contentsOf: part.utf8)
    }
    return [UInt64(0), 1].map { seed in
      let digits = String(Checksum.of(bytes, seed: seed), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
