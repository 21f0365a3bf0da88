/// The observers of a subject in order of subscription, and whether a delivery is under way.
///
/// Never calls an observer and never releases one. Removed entries are returned to the caller, because
/// releasing a closure can run code that changes this list. Indexes stay the same during a delivery.
@usableFromInline
struct ObserverList<Value> {
  /// The closures of one observer. When it leaves they are removed at once, the entry later.
  @usableFromInline
  struct Entry {
    @usableFromInline var receive: ((Value) -> Void)?
    var completed: (() -> Void)?
  }

  @usableFromInline
  enum Phase {
    case idle, delivering
    /// Delivering, and with more to do afterwards.
    case unsettled
  }

  @usableFromInline var entries: ContiguousArray<Entry> = []
  @usableFromInline var phase = Phase.idle

  /// The number of each entry, in the same order. Numbers only grow.
  private var serials: [Int] = []
  private var vacant = 0

  /// The number that the next observer gets.
  private(set) var nextSerial = 0

  /// Starts a delivery, and returns how many observers there are; nil if one is under way.
  @inlinable
  mutating func begin() -> Int? {
    guard phase == .idle else { return nil }
    phase = .delivering
    return entries.count
  }

  /// Ends the delivery. Returns false if it cannot end yet, because there is more to do.
  @inlinable
  mutating func end() -> Bool {
    guard phase == .delivering else { return false }
    phase = .idle
    return true
  }

  /// Remembers that there is more to do after the delivery.
  mutating func unsettle() { if phase == .delivering { phase = .unsettled } }

  /// Ends a delivery when nothing is left to do.
  mutating func settle() {
    phase = .idle
    removeVacantEntries()
  }

  /// Whether there is an entry at `index` and its number is below `limit`.
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

  /// Removes the observer with the number `serial`, if it is there.
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

  /// Removes all observers.
  mutating func removeAll() -> ContiguousArray<Entry> {
    defer {
      entries = []
      serials = []
      vacant = 0
    }
    return entries
  }

  /// Waits until half of the entries are vacant, so that a removal costs the same beside many
  /// observers as beside few.
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
