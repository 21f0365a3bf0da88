import QuizStore
import Signals

/// A value that is made of saved records and kept in memory until a save concerns them.
///
/// It is made when it is first asked for, and again when it is asked for after such a save.
final class Kept<Value> {
  /// The value; `nil` while it is not made or does not hold any more.
  var value: Value?
  /// The records that saves have changed since the value was made or brought up to date.
  private var changed: Set<Int64> = []
  private var observation: Disposable?

  /// A value that holds until `changes` emits.
  init(until changes: Signal<Void>) {
    observation = changes.observe { [unowned self] in value = nil }
  }

  /// A value that holds until a save concerns one of these kinds of records.
  ///
  /// - Parameter growing: a kind whose new records leave the value as it is. The value holds until
  ///   an earlier record of that kind is changed or deleted.
  convenience init(
    of kinds: any StoredRecord.Type..., growing: (any StoredRecord.Type)? = nil,
    in store: StoreContext
  ) {
    self.init(
      until: store.saves.filter { saved in
        kinds.contains { saved.concerns($0) }
          || growing.map { saved.concernsEarlier($0) } ?? false
      }.map { _ in })
  }

  /// A value made of all saved records of a kind, for ``current(make:update:)``.
  init(ofEach kind: any StoredRecord.Type, in store: StoreContext) {
    observation = store.saves.observe { [unowned self] saved in
      guard value != nil, let changes = saved.entities[kind.entityName] else { return }
      let ids = changes.inserted + changes.updated + changes.deleted
      // Empty lists mean that any record may have changed.
      if ids.isEmpty { value = nil } else { changed.formUnion(ids) }
    }
  }

  /// The value, made if there is none.
  ///
  /// - Parameter isWanted: whether the value is the one that is asked for, and not that of an
  ///   earlier question.
  func current(
    where isWanted: (Value) -> Bool = { _ in true }, make: () throws -> Value
  ) rethrows -> Value {
    if let value, isWanted(value) { return value }
    let made = try make()
    value = made
    return made
  }

  /// The value as of the last save, made if there is none.
  ///
  /// - Parameter update: brings it up to date after the records with these numbers, in ascending
  ///   order, were saved or deleted. After an error it is asked to do so again.
  func current(
    make: () throws -> Value, update: (inout Value, _ changed: [Int64]) throws -> Void
  ) rethrows -> Value {
    guard var known = value else {
      let made = try make()
      (value, changed) = (made, [])
      return made
    }
    if changed.isEmpty { return known }
    // Give up the second reference, so that the value is changed in place and not copied.
    value = nil
    defer { value = known }
    try update(&known, changed.sorted())
    changed = []
    return known
  }
}

extension SavedChanges {
  /// Whether records that were there before may have been changed or deleted.
  fileprivate func concernsEarlier(_ kind: any StoredRecord.Type) -> Bool {
    guard let changes = entities[kind.entityName] else { return false }
    return changes.inserted.isEmpty || !changes.updated.isEmpty || !changes.deleted.isEmpty
  }
}
