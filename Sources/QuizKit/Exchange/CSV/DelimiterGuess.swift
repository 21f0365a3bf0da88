/// Detects the delimiter of a table.
enum DelimiterGuess {
  /// How many records are examined.
  static let recordCount = 20

  /// Returns the delimiter for which most of the first records have the same number of fields, at
  /// least three.
  static func guess(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    let agreed = candidates.map { (delimiter: $0, agreement: agreement(bytes, $0)) }
    guard let best = agreed.max(by: { $0.agreement < $1.agreement }), best.agreement.share > 0
    else {
      return nil
    }
    return best.delimiter
  }

  /// The delimiter with which the first line names two sides of cards; `nil` if there is none.
  static func ofCards(
    _ bytes: UnsafeBufferPointer<UInt8>, _ options: ReadingOptions
  ) -> UInt8? {
    [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].first { delimiter in
      var scanner = RecordScanner(bytes, delimiter: delimiter)
      guard case .record = scanner.next(), scanner.fields.count == 2,
        case let names = scanner.fields.map(scanner.text), ColumnMap.isHeader(names, options)
      else { return false }
      do throws(ColumnMap.MissingColumn) {
        return try ColumnMap(header: names, options).areCards
      } catch {
        return false
      }
    }
  }

  /// Which share of the first records has the most frequent number of fields, and how many these
  /// are; nothing if that is not the majority or less than three fields.
  ///
  /// The share comes first: inside of a long text another delimiter may split more records alike.
  private static func agreement(
    _ bytes: UnsafeBufferPointer<UInt8>, _ delimiter: UInt8
  ) -> (share: Double, count: Int) {
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
    // Of two equally frequent field counts take the larger one, which is less likely to be a
    // coincidence.
    guard let best = frequency.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), best.key >= 3,
      best.value * 2 > records
    else { return (0, 0) }
    return (Double(best.value) / Double(records), best.value)
  }
}
