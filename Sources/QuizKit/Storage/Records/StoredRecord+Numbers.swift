extension Array where Element: StoredRecord {
  /// The numbers of the records' identifiers, without a copy of each record, which an element of an
  /// array is where its type is not known.
  var numbers: [Int64] {
    withUnsafeBufferPointer { records in
      var numbers: [Int64] = []
      numbers.reserveCapacity(records.count)
      guard var record = records.baseAddress else { return numbers }
      for _ in records.indices {
        numbers.append(record.pointee.id.rawValue)
        record += 1
      }
      return numbers
    }
  }
}
