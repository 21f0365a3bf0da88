/// Which permanent identifier took the place of which temporary one.
///
/// Temporary numbers are unique in a process whatever the kind of record, so that one table serves
/// all kinds.
public struct IdentifierReplacements: Sendable, Equatable {
  private var permanent: [Int64: Int64] = [:]

  /// Creates an empty table.
  public init() {}

  /// Whether nothing was replaced.
  public var isEmpty: Bool { permanent.isEmpty }

  /// The permanent number for `temporary`, or `nil` when it was not replaced.
  public func permanent(for temporary: Int64) -> Int64? {
    permanent[temporary]
  }

  /// The permanent identifier for `identifier`; itself when it was not replaced.
  public func resolve<R>(_ identifier: Identifier<R>) -> Identifier<R> {
    permanent[identifier.rawValue].map(Identifier.init(rawValue:)) ?? identifier
  }

  /// Notes that `permanent` takes the place of `temporary`.
  public mutating func replace(_ temporary: Int64, by permanent: Int64) {
    self.permanent[temporary] = permanent
  }

  /// Adds what a later save replaced.
  public mutating func merge(_ other: IdentifierReplacements) {
    permanent.merge(other.permanent) { _, new in new }
  }
}
