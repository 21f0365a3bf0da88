/// The records that were read last by their identifiers, so that one that is on the screen is not
/// read and decoded for every key that is pressed.
///
/// Nothing has to be taken out of it: a record that changes or moves has another location.
final class RecordCache {
  /// How many records of a kind are kept; those whose numbers differ by it share a place.
  private static let capacity = 1024

  private final class Places<R> {
    var kept = [(location: RecordLocation, record: R)?](repeating: nil, count: RecordCache.capacity)
  }

  private var kinds: [ObjectIdentifier: AnyObject] = [:]

  /// The record at `location`, which is read when it is not here.
  func record<R: StoredRecord>(
    at location: RecordLocation, _ read: () throws(StoreError) -> R
  ) throws(StoreError) -> R {
    let places = places(of: R.self)
    let place = Int(truncatingIfNeeded: location.id) & (Self.capacity - 1)
    if let kept = places.kept[place], kept.location == location { return kept.record }
    let record = try read()
    places.kept[place] = (location, record)
    return record
  }

  private func places<R>(of type: R.Type) -> Places<R> {
    if let places = kinds[ObjectIdentifier(type)] as? Places<R> { return places }
    let places = Places<R>()
    kinds[ObjectIdentifier(type)] = places
    return places
  }
}
