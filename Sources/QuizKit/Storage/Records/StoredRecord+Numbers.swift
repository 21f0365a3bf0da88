extension Array where Element: StoredRecord {
  /// The numbers of the records' identifiers, without a copy of each record, which an element of an
  /// array is where its type is not known.
  var numbers: [Int64] {
    withUnsafeBufferPointer { records in
      var numbers: [Int64] = []
      numbers.reserveCapacity(records.count)
      for index in records.indices { numbers.append(records[index].id.rawValue) }
      return numbers
    }
  }
}
