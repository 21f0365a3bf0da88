/// What was found in one unit of a work that is shared.
///
/// It is moved into the whole: to copy a record from one array to another counts its texts up, and
/// the end of the first array counts them down again.
final class FoundPart<Found: Sendable>: WorkPart, @unchecked Sendable {
  private(set) var count = 0
  private var capacity: Int
  private var first: UnsafeMutablePointer<Found>

  /// - Parameter capacity: how much there is room for at first.
  init(capacity: Int = 16) {
    self.capacity = capacity
    first = .allocate(capacity: capacity)
  }

  convenience init(_ found: some Sequence<Found>) {
    self.init()
    for element in found { append(element) }
  }

  deinit {
    first.deinitialize(count: count)
    first.deallocate()
  }

  func append(_ found: Found) {
    if count == capacity {
      capacity *= 2
      first = first.moved(count, toCapacity: capacity)
    }
    (first + count).initialize(to: found)
    count += 1
  }

  /// The first results of all parts, as many as are wanted; the parts are empty then.
  static func joined(_ parts: [FoundPart], limit: Int) -> [Found] {
    var all = 0
    // Not `reduce`: where the type of what was found is not known the runtime looks for what makes an
    // array a sequence, which takes a tenth of a millisecond the first time.
    for part in parts { all += part.count }
    let total = min(limit, all)
    return [Found](filling: total) { found, count in
      guard let start = found.baseAddress else { return }
      for part in parts {
        let taken = min(part.count, total - count)
        (start + count).moveInitialize(from: part.first, count: taken)
        (part.first + taken).deinitialize(count: part.count - taken)
        part.count = 0
        count += taken
      }
    }
  }
}
