import Foundation

/// Runs a fetch descriptor on records in memory.
struct MemoryQuery<R: StoredRecord> {
  let descriptor: FetchDescriptor<R>

  init(_ descriptor: FetchDescriptor<R>) {
    self.descriptor = descriptor
  }

  func filter(_ records: [R]) throws(StoreError) -> [R] {
    guard let predicate = descriptor.predicate else { return records }
    do {
      return try records.filter(predicate.evaluate)
    } catch {
      throw StoreError.invalidPredicate(reason: "\(error)")
    }
  }

  /// The records within the descriptor's offset and limit, in its order.
  ///
  /// With a small limit it keeps only that many records sorted, because sorting all of them with a
  /// `SortDescriptor` is slow.
  func arrange(_ records: [R]) -> [R] {
    let offset = max(0, descriptor.offset)
    let limit = descriptor.limit.map { max(0, $0) } ?? Int.max
    guard offset < records.count, limit > 0 else { return [] }
    let end = limit < records.count - offset ? offset + limit : records.count
    let isFew = end < records.count / 4
    let ordered = isFew ? first(end, of: records) : records.sorted(by: precedes)
    return Array(ordered[offset..<end])
  }

  private func first(_ count: Int, of records: [R]) -> [R] {
    var first: [R] = []
    for record in records {
      if first.count == count, let last = first.last, !precedes(record, last) { continue }
      var low = 0
      var high = first.count
      while low < high {
        let middle = (low + high) / 2
        if precedes(record, first[middle]) { high = middle } else { low = middle + 1 }
      }
      first.insert(record, at: low)
      if first.count > count { first.removeLast() }
    }
    return first
  }

  private func precedes(_ left: R, _ right: R) -> Bool {
    for order in descriptor.sortBy {
      switch order.compare(left, right) {
      case .orderedAscending: return true
      case .orderedDescending: return false
      case .orderedSame: continue
      }
    }
    return left.id.insertionRank < right.id.insertionRank
  }
}

extension Identifier {
  /// The order of insertion. Temporary identifiers count down from -1 and sort after all permanent
  /// ones.
  var insertionRank: UInt64 {
    isTemporary ? UInt64(Int64.max) + rawValue.magnitude : UInt64(rawValue)
  }
}
