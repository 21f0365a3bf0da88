/// A value for each of some records, by identifier.
///
/// Identifiers count up, so the identifiers of a bank are close together. An array then answers
/// many times faster than a `Dictionary`, which is used only for identifiers that are far apart.
package struct IdentifierTable<Record, Value> {
  private let first: Int64
  private let initial: Value
  private var dense: [Value]
  private var sparse: [Int64: Value] = [:]

  /// - Parameter identifiers: the records that will be looked up. A record may occur several times.
  /// - Parameter initial: the value of each record until another value is set, and the value of all
  ///   other records.
  package init(_ identifiers: some Collection<Identifier<Record>>, initially initial: Value) {
    var (first, last) = (Int64.max, Int64.min)
    for identifier in identifiers {
      first = min(first, identifier.rawValue)
      last = max(last, identifier.rawValue)
    }
    let (span, isTooLarge) = last.subtractingReportingOverflow(first)
    let isDense = !isTooLarge && !identifiers.isEmpty && span / 64 <= Int64(identifiers.count)
    self.first = first
    self.initial = initial
    dense = isDense ? Array(repeating: initial, count: Int(span) + 1) : []
  }

  /// The value of a record.
  package subscript(identifier: Identifier<Record>) -> Value {
    get {
      let position = identifier.rawValue &- first
      if position >= 0, position < Int64(dense.count) { return dense[Int(position)] }
      return sparse[identifier.rawValue] ?? initial
    }
    set {
      let position = identifier.rawValue &- first
      if position >= 0, position < Int64(dense.count) {
        dense[Int(position)] = newValue
      } else {
        sparse[identifier.rawValue] = newValue
      }
    }
  }
}
