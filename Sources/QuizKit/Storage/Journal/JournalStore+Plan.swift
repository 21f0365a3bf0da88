import Foundation

extension JournalStore {
  /// How to answer a descriptor.
  func plan<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R>, _ table: JournalTable
  ) throws(StoreError) -> QueryPlan<R> {
    let terms = descriptor.predicate.map { PredicateShape($0).terms } ?? []
    return try QueryPlan(
      terms, descriptor.sortBy, table, identifierPath: identifierPath(terms, table))
  }

  /// The path by which a predicate names the identifier. A generic path to it equals none that is
  /// written in a predicate, so that a path of the predicate is tried on a record.
  private func identifierPath<R: StoredRecord>(
    _ terms: [PredicateShape<R>.Term], _ table: JournalTable
  ) throws(StoreError) -> PartialKeyPath<R>? {
    for case .compare(let path, .equal, let value) in terms {
      guard let path = path as? KeyPath<R, Identifier<R>>, value is Identifier<R>,
        let location = table.directory.first
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
