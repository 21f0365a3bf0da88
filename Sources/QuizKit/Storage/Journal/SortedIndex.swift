/// The records of one kind in the order of one field.
///
/// The entries are stored in chunks, so that a save moves only a few of them.
struct SortedIndex {
  struct Entry: Comparable, Hashable, BitwiseCopyable {
    var key: UInt64
    var id: Int64

    static func < (left: Entry, right: Entry) -> Bool {
      (left.key, left.id) < (right.key, right.id)
    }
  }

  private static let chunkSize = 1024
  /// With more changes than this, merging all entries is at least as fast as placing each change.
  private static let fewChanges = 32

  /// No chunk is empty.
  private var chunks: [[Entry]] = []
  private(set) var count = 0

  /// - Parameter entries: sorted.
  init(sorted entries: some RandomAccessCollection<Entry> = []) {
    count = entries.count
    chunks.reserveCapacity(count / Self.chunkSize + 1)
    var rest = entries[...]
    while !rest.isEmpty {
      chunks.append(Array(rest.prefix(Self.chunkSize)))
      rest = rest.dropFirst(Self.chunkSize)
    }
  }

  /// All entries in order.
  var entries: [Entry] { Array(chunks.joined()) }

  func contains(_ entry: Entry) -> Bool {
    let place = lowerBound(of: entry)
    return place.chunk < chunks.count && chunks[place.chunk][place.position] == entry
  }

  /// Adds and removes entries. An entry in both lists stays.
  mutating func change(adding: [Entry], removing: [Entry]) {
    if adding.count + removing.count > Self.fewChanges {
      let obsolete = Set(removing)
      let kept = obsolete.isEmpty ? entries : entries.filter { !obsolete.contains($0) }
      self = SortedIndex(sorted: Self.merged(kept, adding.sorted()))
    } else {
      for entry in removing { remove(entry) }
      for entry in adding { insert(entry) }
    }
  }

  /// How many entries have a key in `keys`.
  func count(in keys: ClosedRange<UInt64>) -> Int {
    var count = 0
    visitChunks(in: keys) { count += $0.count }
    return count
  }

  /// The entries with a key in `keys`, in order.
  func entries(in keys: ClosedRange<UInt64>) -> [Entry] {
    var entries: [Entry] = []
    visitChunks(in: keys) { entries += $0 }
    return entries
  }

  /// The records with this key, in ascending order.
  func identifiers(of key: UInt64) -> [Int64] { entries(in: key...key).map(\.id) }

  /// Calls `body` with the records in order until it returns false. When backwards, keys descend,
  /// but identifiers with the same key still ascend.
  func visit(backwards: Bool, _ body: (Int64) throws(StoreError) -> Bool) throws(StoreError) {
    guard backwards else {
      for chunk in chunks { for entry in chunk { if try !body(entry.id) { return } } }
      return
    }
    var equal: [Entry] = []
    func passOn() throws(StoreError) -> Bool {
      for entry in equal.reversed() { if try !body(entry.id) { return false } }
      equal.removeAll(keepingCapacity: true)
      return true
    }
    for chunk in chunks.reversed() {
      for entry in chunk.reversed() {
        if let key = equal.last?.key, key != entry.key, try !passOn() { return }
        equal.append(entry)
      }
    }
    _ = try passOn()
  }

  /// The identifiers, those with the same key together, in ascending order.
  func groups() -> [[Int64]] {
    var groups: [[Int64]] = []
    var last: UInt64?
    for entry in chunks.joined() {
      if entry.key == last {
        groups[groups.count - 1].append(entry.id)
      } else {
        groups.append([entry.id])
        last = entry.key
      }
    }
    return groups
  }

  private typealias Place = (chunk: Int, position: Int)

  /// The position of the first entry that is not less than `entry`; after the last chunk when all
  /// are less.
  private func lowerBound(of entry: Entry) -> Place {
    let chunk = Self.lowerBound(in: chunks.count) { index in
      guard let last = chunks[index].last else { return true }
      return last < entry
    }
    guard chunk < chunks.count else { return (chunk, 0) }
    return (chunk, Self.lowerBound(in: chunks[chunk].count) { chunks[chunk][$0] < entry })
  }

  /// Binary search: how many of `count` elements are less. They must come before all others.
  private static func lowerBound(in count: Int, isLess: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isLess(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func insert(_ entry: Entry) {
    let place = lowerBound(of: entry)
    count += 1
    if chunks.isEmpty { return chunks.append([entry]) }
    let isLast = place.chunk == chunks.count
    let chunk = isLast ? place.chunk - 1 : place.chunk
    chunks[chunk].insert(entry, at: isLast ? chunks[chunk].count : place.position)
    if chunks[chunk].count > 2 * Self.chunkSize {
      let second = Array(chunks[chunk][Self.chunkSize...])
      chunks[chunk].removeLast(second.count)
      chunks.insert(second, at: chunk + 1)
    }
  }

  private mutating func remove(_ entry: Entry) {
    let place = lowerBound(of: entry)
    guard place.chunk < chunks.count, chunks[place.chunk][place.position] == entry else { return }
    count -= 1
    chunks[place.chunk].remove(at: place.position)
    if chunks[place.chunk].isEmpty { chunks.remove(at: place.chunk) }
  }

  private func visitChunks(in keys: ClosedRange<UInt64>, _ body: (ArraySlice<Entry>) -> Void) {
    var (chunk, position) = lowerBound(of: Entry(key: keys.lowerBound, id: .min))
    while chunk < chunks.count {
      let end = Self.lowerBound(in: chunks[chunk].count) {
        chunks[chunk][$0].key <= keys.upperBound
      }
      guard position < end else { return }
      body(chunks[chunk][position..<end])
      if end < chunks[chunk].count { return }
      (chunk, position) = (chunk + 1, 0)
    }
  }

  private static func merged(_ left: [Entry], _ right: [Entry]) -> [Entry] {
    guard let first = right.first else { return left }
    // Most imports add entries after all existing ones.
    if let last = left.last, last < first { return left + right }
    var merged: [Entry] = []
    merged.reserveCapacity(left.count + right.count)
    var next = 0
    for entry in left {
      while next < right.count, right[next] < entry {
        merged.append(right[next])
        next += 1
      }
      merged.append(entry)
    }
    return merged + right[next...]
  }
}
