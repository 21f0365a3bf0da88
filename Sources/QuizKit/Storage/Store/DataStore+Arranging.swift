/// Selecting, filtering and sorting in memory, for a store that declines to do it.
extension DataStore {
  /// The records that `descriptor` asks for. Selects, filters or sorts them here when the store
  /// declines to.
  ///
  /// - Throws: the error that prevented the store from reading, or the store's refusal when
  ///   nothing is left to leave out of the request.
  func arranged<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R] {
    let query = MemoryQuery(descriptor)
    do throws(StoreError) {
      return try fetch(descriptor)
    } catch .preferInMemorySort where descriptor.isArranging {
      return query.arrange(try arranged(descriptor.withoutOrder))
    } catch .preferInMemoryFilter {
      if descriptor.predicate != nil {
        return query.arrange(
          try query.filter(arranged(FetchDescriptor(descriptor.selection.unordered))))
      }
      return query.arrange(try query.filter(fetch(FetchDescriptor())))
    } catch {
      throw error
    }
  }
}

extension Selection {
  /// The same records in the order of insertion.
  fileprivate var unordered: Self {
    if case .ordered = self { .all } else { self }
  }
}

extension FetchDescriptor {
  /// Whether the descriptor asks for an order or for a part of the selected records.
  fileprivate var isArranging: Bool { !sortBy.isEmpty || limit != nil || offset != 0 }

  /// The selected records that meet the condition.
  fileprivate var withoutOrder: Self {
    FetchDescriptor(sortBy.isEmpty ? selection : selection.unordered, predicate: predicate)
  }
}
