/// Says under which name a field stands in the JSON text of its record, so that a store can look at
/// it without reading the rest.
///
/// It changes nothing but the time that some questions take: whether a text contains a word, and
/// which records have the same value.
///
/// Declared for all types as ``RecordKey`` is.
public struct RecordField<R>: Sendable {
  let name: String
  let path: PartialKeyPath<R> & Sendable

  /// Declares that the value of `path` stands under `name`.
  ///
  /// - Precondition: it always stands there, and nothing else in the record's text has that name,
  ///   at whatever depth.
  public init<V: Decodable & Equatable & Sendable>(
    _ name: String, _ path: KeyPath<R, V> & Sendable
  ) {
    self.name = name
    self.path = path
  }
}
