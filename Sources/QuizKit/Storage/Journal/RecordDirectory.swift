/// The location of each record of one kind, in ascending order of identifiers.
///
/// New records have the highest identifier and are appended. A delete only marks the entry. So a
/// save moves few entries.
struct RecordDirectory {
  private(set) var entries: [RecordLocation]
  /// How many entries are not marked as deleted.
  private(set) var count: Int
  /// The total length of all texts that are not deleted.
  private(set) var bytes = 0

  init(_ entries: [RecordLocation] = []) {
    self.entries = entries
    count = entries.count
    for entry in entries { bytes += entry.length }
  }

  /// The entries that are not marked as deleted. Does not copy the array when none is.
  var live: [RecordLocation] {
    count == entries.count ? entries : entries.filter { !$0.isDeleted }
  }

  /// The first entry that is not marked as deleted.
  var first: RecordLocation? { entries.first { !$0.isDeleted } }

  subscript(id: Int64) -> RecordLocation? {
    guard let position = position(of: id), !entries[position].isDeleted else { return nil }
    return entries[position]
  }

  mutating func put(_ location: RecordLocation) {
    count += 1
    bytes += location.length
    if let position = position(of: location.id) {
      if !entries[position].isDeleted {
        count -= 1
        bytes -= entries[position].length
      }
      entries[position] = location
    } else {
      entries.insert(location, at: lowerBound(of: location.id))
    }
  }

  mutating func remove(_ id: Int64) {
    guard let position = position(of: id), !entries[position].isDeleted else { return }
    count -= 1
    bytes -= entries[position].length
    entries[position].markDeleted()
    if entries.count > 1000, count < entries.count / 2 { entries.removeAll(where: \.isDeleted) }
  }

  private func position(of id: Int64) -> Int? {
    // Usually no identifiers are missing, so the number gives the position directly.
    if let first = entries.first?.id, id >= first, id - first < Int64(entries.count),
      entries[Int(id - first)].id == id
    {
      return Int(id - first)
    }
    let position = lowerBound(of: id)
    return position < entries.count && entries[position].id == id ? position : nil
  }

  private func lowerBound(of id: Int64) -> Int {
    if let last = entries.last, last.id < id { return entries.count }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
