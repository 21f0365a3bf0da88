/// The observers of a subject, in order of subscription, and whether a delivery to them is under way.
///
/// It calls nobody and lets no closure go: what leaves is returned, because what it captured may
/// change this very list as it goes. During a delivery an observer keeps its index.
@usableFromInline
struct ObserverList<Value> {
  /// The closures of one observer. They leave as soon as it does; the vacant entry stays for a while.
  @usableFromInline
  struct Entry {
    @usableFromInline var receive: ((Value) -> Void)?
    var completed: (() -> Void)?

    @usableFromInline
    init(receive: ((Value) -> Void)? = nil, completed: (() -> Void)? = nil) {
      self.receive = receive
      self.completed = completed
    }
  }

  @usableFromInline
  enum Phase {
    case idle, delivering
    /// Delivering, and with more to do afterwards.
    case unsettled
  }

  @usableFromInline var entries: ContiguousArray<Entry> = []
  @usableFromInline var phase = Phase.idle

  /// The number of each entry, in the same order: numbers only grow.
  private var serials: [Int] = []
  private var vacant = 0

  /// The number that the next observer gets.
  private(set) var nextSerial = 0

  /// Starts a delivery to those who are there. Nil while there is one; else how many they are.
  @inlinable  // It runs for each value.
  mutating func begin() -> Int? {
    guard phase == .idle else { return nil }
    phase = .delivering
    return entries.count
  }

  /// Ends the delivery. False if it cannot end yet, because there is more to do.
  @inlinable  // It runs for each value.
  mutating func end() -> Bool {
    guard phase == .delivering else { return false }
    phase = .idle
    return true
  }

  /// Remembers that there is more to do after the delivery.
  mutating func unsettle() {
    if phase == .delivering { phase = .unsettled }
  }

  /// Ends a delivery after which everything has been done.
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

  /// Takes out the observer with the number `serial`, if it is there.
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

  /// Takes out all observers.
  mutating func removeAll() -> ContiguousArray<Entry> {
    defer {
      entries = []
      serials = []
      vacant = 0
    }
    return entries
  }

  /// Done only once half of the entries are vacant, so that a removal costs the same beside many
  /// observers as beside few.
  private mutating func removeVacantEntries() {
    guard vacant > 0, vacant * 2 >= entries.count else { return }
    var kept = 0
    for index in entries.indices where entries[index].receive != nil {
      entries.swapAt(kept, index)
      serials.swapAt(kept, index)
      kept += 1
    }
    entries.removeLast(vacant)
    serials.removeLast(vacant)
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
