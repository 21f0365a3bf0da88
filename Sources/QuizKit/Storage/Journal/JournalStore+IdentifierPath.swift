import Foundation

extension JournalStore {
  /// The path by which a predicate names the identifier. A generic path to it equals none that is
  /// written in a predicate, so that a path of the predicate is tried on a record.
  func identifierPath<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R>, _ table: JournalTable
  ) throws(StoreError) -> PartialKeyPath<R>? {
    guard let predicate = descriptor.predicate else { return nil }
    for case .compare(let path, .equal, let value) in PredicateShape(predicate).terms {
      guard let path = path as? KeyPath<R, Identifier<R>>, value is Identifier<R>,
        let location = table.directory.live.first(where: { _ in true })
      else { continue }
      var probe = try decode(R.self, location, from: single)
      probe.id = .unassigned
      guard probe[keyPath: path] == .unassigned else { continue }
      probe.id = Identifier(rawValue: .max)
      if probe[keyPath: path] == probe.id { return path }
    }
    return nil
  }
}
