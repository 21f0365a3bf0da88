/// The observers of a subject in order of subscription, and the state of the current delivery.
///
/// Never calls an observer and never releases one. Removed entries are returned to the caller,
/// because releasing a closure can run code that changes this list. A delivery keeps all indexes.
@usableFromInline
struct ObserverList<Value> {
  /// The closures of one observer. Unsubscribing removes the closures at once and the entry later.
  @usableFromInline
  struct Entry {
    @usableFromInline var receive: ((Value) -> Void)?
    var completed: (() -> Void)?
  }

  @usableFromInline
  enum Phase {
    case idle, delivering
    /// A delivery is in progress, and there is more to do after it.
    case unsettled
  }

  @usableFromInline var entries: ContiguousArray<Entry> = []
  @usableFromInline var phase = Phase.idle

  /// The number of each entry, in the same order. Numbers only increase.
  private var serials: [Int] = []
  private var vacant = 0

  /// The number of the next observer.
  private(set) var nextSerial = 0

  /// Starts a delivery and returns the number of observers, or nil if one is already in progress.
  @inlinable
  mutating func begin() -> Int? {
    guard phase == .idle else { return nil }
    phase = .delivering
    return entries.count
  }

  /// Ends the delivery. Returns false if there is more to do first.
  @inlinable
  mutating func end() -> Bool {
    guard phase == .delivering else { return false }
    phase = .idle
    return true
  }

  /// Records that there is more to do after the delivery.
  mutating func unsettle() { if phase == .delivering { phase = .unsettled } }

  /// Ends a delivery that has nothing left to do.
  mutating func settle() {
    phase = .idle
    removeVacantEntries()
  }

  /// Whether there is an entry at `index` with a number below `limit`.
  func has(_ index: Int, below limit: Int) -> Bool {
    index < serials.count && serials[index] < limit
  }

  /// Adds an observer and gives it a number.
  mutating func append(_ entry: Entry) -> Int {
    entries.append(entry)
    serials.append(nextSerial)
    nextSerial += 1
    return nextSerial - 1
  }

  /// Removes and returns the observer with the number `serial`, if there is one.
  mutating func remove(_ serial: Int) -> Entry? {
    guard let index = index(of: serial) else { return nil }
    if phase == .idle, index == entries.count - 1 {
      defer { removeVacantEntries() }
      serials.removeLast()
      return entries.removeLast()
    }
    let entry = entries[index]
    guard entry.receive != nil else { return nil }
    entries[index] = Entry()
    vacant += 1
    if phase == .idle { removeVacantEntries() } else { phase = .unsettled }
    return entry
  }

  /// Removes and returns all observers.
  mutating func removeAll() -> ContiguousArray<Entry> {
    defer {
      entries = []
      serials = []
      vacant = 0
    }
    return entries
  }

  /// Removes vacant entries once they are half of all, so that removing an observer costs the same
  /// in a long list as in a short one.
  private mutating func removeVacantEntries() {
    guard vacant > 0, vacant * 2 >= entries.count else { return }
    let kept = entries.indices.filter { entries[$0].receive != nil }
    serials = kept.map { serials[$0] }
    entries = ContiguousArray(kept.map { entries[$0] })
    vacant = 0
  }

  private func index(of serial: Int) -> Int? {
    var low = 0
    var high = serials.count
    while low < high {
      let middle = (low + high) / 2
      if serials[middle] < serial { low = middle + 1 } else { high = middle }
    }
    return low < serials.count && serials[low] == serial ? low : nil
  }
}
