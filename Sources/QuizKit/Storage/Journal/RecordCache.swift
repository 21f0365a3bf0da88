/// The records that were read last by their identifiers, so that one that is on the screen is not
/// read and decoded for every key that is pressed.
///
/// Nothing has to be taken out of it: a record that changes or moves has another location.
final class RecordCache {
  /// How many records of a kind are kept.
  private static let capacity = 1024
  /// Records whose numbers differ by a multiple of the number of groups share a group. With a place
  /// of their own for each number, every third of 500 records took that of another.
  private static let groupSize = 4

  private final class Kind<R> {
    var locations = [RecordLocation?](repeating: nil, count: RecordCache.capacity)
    var records = [R?](repeating: nil, count: RecordCache.capacity)
    /// Which record of a group gives way next.
    var next = 0
  }

  private var kinds: [ObjectIdentifier: AnyObject] = [:]

  /// The record at `location`, which is read when it is not here.
  func record<R: StoredRecord>(
    at location: RecordLocation, _ read: () throws(StoreError) -> R
  ) throws(StoreError) -> R {
    let kind = kind(R.self)
    let number = Int(truncatingIfNeeded: location.id)
    let first = number * Self.groupSize & (Self.capacity - 1)
    let group = first..<first + Self.groupSize
    for place in group where kind.locations[place] == location {
      if let record = kind.records[place] { return record }
    }
    let record = try read()
    kind.next = (kind.next + 1) % Self.groupSize
    // One that is outdated gives way, or one that is free; otherwise they do by turns.
    let place =
      group.first { kind.locations[$0].map { $0.id == location.id } ?? true } ?? first + kind.next
    kind.locations[place] = location
    kind.records[place] = record
    return record
  }

  private func kind<R>(_ type: R.Type) -> Kind<R> {
    // What is kept for a type is of that type; a cast would take as long as to find the record.
    if let kind = kinds[ObjectIdentifier(type)] { return unsafeDowncast(kind, to: Kind<R>.self) }
    let kind = Kind<R>()
    kinds[ObjectIdentifier(type)] = kind
    return kind
  }
}
