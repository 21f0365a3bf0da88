/// Finds out what parts the fields of a table.
enum DelimiterGuess {
  /// How many records are looked at.
  static let recordCount = 20

  /// The candidate that gives most of the first records the same number of fields, three or more.
  static func guess(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    let agreed = candidates.map { (delimiter: $0, agreeing: agreeingRecords(bytes, $0)) }
    guard let best = agreed.max(by: { $0.agreeing < $1.agreeing }), best.agreeing > 0 else {
      return nil
    }
    return best.delimiter
  }

  /// How many of the first twenty records have the most frequent number of fields; 0 if that is not
  /// most of them or they have less than three fields.
  private static func agreeingRecords(
    _ bytes: UnsafeBufferPointer<UInt8>, _ delimiter: UInt8
  ) -> Int {
    var scanner = RecordScanner(bytes, delimiter: delimiter)
    var frequency: [Int: Int] = [:]
    var records = 0
    while records < recordCount {
      let outcome = scanner.next()
      if case .end = outcome { break }
      guard case .record = outcome, !scanner.isBlank else { continue }
      records += 1
      frequency[scanner.fields.count, default: 0] += 1
    }
    // Of two equally frequent counts the larger: the delimiter that cuts more is no accident.
    guard let best = frequency.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), best.key >= 3
    else { return 0 }
    return best.value * 2 > records ? best.value : 0
  }
}
