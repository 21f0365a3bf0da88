/// The records of one kind in the order of one field.
///
/// Most entries are in one sorted array that stays as it is; what changed since is in two small
/// ones, so that a save moves few entries however many there are, and does without the large one
/// where that is not in memory yet.
struct SortedIndex {
  struct Entry: Comparable, Hashable, BitwiseCopyable {
    var key: UInt64
    var id: Int64

    static func < (left: Entry, right: Entry) -> Bool {
      (left.key, left.id) < (right.key, right.id)
    }
  }

  /// With more changes than this the arrays are merged.
  private static let mostChanges = 2048
  /// Up to so many changes are put in their places one by one.
  private static let fewChanges = 32

  private var base: IndexBase
  private var added: [Entry] = []
  private var removed: [Entry] = []

  init(_ base: IndexBase) {
    self.base = base
  }

  /// - Parameter entries: in order.
  init(sorted entries: [Entry] = []) {
    base = IndexBase(entries)
  }

  var count: Int { base.count + added.count - removed.count }

  /// All entries, in order.
  func entries() throws(StoreError) -> [Entry] {
    Self.merged(try base.entries(), added, without: removed)
  }

  /// Reads the large array, if it is not in memory and that many changes take it to be fast.
  func prepare(for changes: Int) throws(StoreError) {
    if changes > Self.fewChanges || changes + added.count + removed.count > Self.mostChanges {
      _ = try base.entries()
    }
  }

  /// Whether it has `entry`; false also while that is not known without reading the large array.
  func surelyContains(_ entry: Entry) throws(StoreError) -> Bool {
    if Self.position(of: entry, in: added) != nil { return true }
    guard Self.position(of: entry, in: removed) == nil, let base = try base.entriesForOne() else {
      return false
    }
    return Self.position(of: entry, in: base) != nil
  }

  mutating func change(adding: [Entry], removing: [Entry]) {
    let isMuch = adding.count + removing.count > Self.fewChanges
    if isMuch, removing.isEmpty, removed.isEmpty {
      added = Self.merged(added, adding.sorted(), without: [])
    } else if isMuch, base.loaded != nil {
      merge()
      // What is removed and added again stays.
      let both = Set(adding).intersection(removing)
      added = adding.filter { !both.contains($0) }.sorted()
      removed = removing.filter { !both.contains($0) }.sorted()
    } else {
      for entry in removing { Self.toggle(entry, in: &removed, against: &added) }
      for entry in adding { Self.toggle(entry, in: &added, against: &removed) }
    }
    if added.count + removed.count > Self.mostChanges { merge() }
  }

  /// How many entries have a key in `keys`.
  func count(in keys: ClosedRange<UInt64>) throws(StoreError) -> Int {
    Self.range(of: keys, in: try base.entries()).count + Self.range(of: keys, in: added).count
      - Self.range(of: keys, in: removed).count
  }

  /// The entries with a key in `keys`, in order.
  func entries(in keys: ClosedRange<UInt64>) throws(StoreError) -> [Entry] {
    func part(of entries: [Entry]) -> [Entry] { Array(entries[Self.range(of: keys, in: entries)]) }
    return Self.merged(part(of: try base.entries()), part(of: added), without: part(of: removed))
  }

  /// The records with that key, in ascending order.
  func identifiers(of key: UInt64) throws(StoreError) -> [Int64] {
    let base = try base.entries()
    let first = Self.lowerBound(of: Entry(key: key, id: .min), in: base)
    let isInBase = first < base.count && base[first].key == key
    if !isInBase, added.isEmpty { return [] }
    guard added.isEmpty, removed.isEmpty else { return try entries(in: key...key).map(\.id) }
    return base[first...].prefix { $0.key == key }.map(\.id)
  }

  /// Calls `body` with the entries in order until it returns false. Backwards, the keys descend and
  /// the identifiers of equal keys still ascend.
  func visit(
    backwards: Bool, _ body: (Int64) throws(StoreError) -> Bool
  ) throws(StoreError) {
    var walk = IndexWalk(try base.entries(), added, removed, backwards: backwards)
    guard backwards else {
      while let entry = walk.next() { if try !body(entry.id) { return } }
      return
    }
    var equal: [Entry] = []
    while let entry = walk.next() {
      if let key = equal.last?.key, key != entry.key {
        for entry in equal.reversed() { if try !body(entry.id) { return } }
        equal.removeAll(keepingCapacity: true)
      }
      equal.append(entry)
    }
    for entry in equal.reversed() { if try !body(entry.id) { return } }
  }

  /// The keys, each with how many entries have it.
  func countsByKey() throws(StoreError) -> [(key: UInt64, id: Int64, count: Int)] {
    var counts: [(key: UInt64, id: Int64, count: Int)] = []
    var walk = IndexWalk(try base.entries(), added, removed, backwards: false)
    while let entry = walk.next() {
      if counts.last?.key == entry.key {
        counts[counts.count - 1].count += 1
      } else {
        counts.append((entry.key, entry.id, 1))
      }
    }
    return counts
  }

  /// The identifiers of each key that are `wanted`, in ascending order; `nil` means all.
  func groups(_ wanted: IdentifierSet?) throws(StoreError) -> [[Int64]] {
    var groups: [[Int64]] = []
    for (key, _, _) in try countsByKey() {
      let ids = try identifiers(of: key)
      let part = wanted.map { wanted in ids.filter { wanted.contains($0) } } ?? ids
      if !part.isEmpty { groups.append(part) }
    }
    return groups
  }

  private static func range(of keys: ClosedRange<UInt64>, in entries: [Entry]) -> Range<Int> {
    let start = lowerBound(of: Entry(key: keys.lowerBound, id: .min), in: entries)
    let end =
      keys.upperBound == .max
      ? entries.count : lowerBound(of: Entry(key: keys.upperBound + 1, id: .min), in: entries)
    return start..<end
  }

  private static func lowerBound(
    of entry: Entry, in entries: [Entry], from start: Int = 0
  ) -> Int {
    var low = start
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle] < entry { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func position(of entry: Entry, in entries: [Entry]) -> Int? {
    let place = lowerBound(of: entry, in: entries)
    return place < entries.count && entries[place] == entry ? place : nil
  }

  private static func toggle(
    _ entry: Entry, in entries: inout [Entry], against others: inout [Entry]
  ) {
    if let other = position(of: entry, in: others) {
      others.remove(at: other)
    } else {
      entries.insert(entry, at: lowerBound(of: entry, in: entries))
    }
  }

  private mutating func merge() {
    guard let entries = base.loaded else { return }
    self = SortedIndex(sorted: Self.merged(entries, added, without: removed))
  }

  /// Copies what lies between two changes in one piece.
  private static func merged(
    _ base: [Entry], _ added: [Entry], without removed: [Entry]
  ) -> [Entry] {
    if added.isEmpty, removed.isEmpty { return base }
    var merged: [Entry] = []
    merged.reserveCapacity(base.count + added.count - removed.count)
    var next = (base: 0, added: 0, removed: 0)
    while next.added < added.count || next.removed < removed.count {
      let isAdded =
        next.removed == removed.count
        || next.added < added.count && added[next.added] < removed[next.removed]
      let entry = isAdded ? added[next.added] : removed[next.removed]
      let place = lowerBound(of: entry, in: base, from: next.base)
      merged += base[next.base..<place]
      if isAdded {
        merged.append(entry)
        next.added += 1
        next.base = place
      } else {
        next.removed += 1
        next.base = place + 1
      }
    }
    merged += base[next.base...]
    return merged
  }
}
