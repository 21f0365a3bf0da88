/// The permanent identifiers that replaced temporary ones.
///
/// Temporary numbers are unique in the process across all kinds of records, so one table is enough.
public struct IdentifierReplacements: Sendable, Equatable {
  private var permanent: [Int64: Int64] = [:]

  /// Creates an empty table.
  public init() {}

  /// Whether the table is empty.
  public var isEmpty: Bool { permanent.isEmpty }

  /// The permanent number that replaced `temporary`, or `nil` when none did.
  public func permanent(for temporary: Int64) -> Int64? {
    permanent[temporary]
  }

  /// The permanent identifier that replaced `identifier`; otherwise `identifier` itself.
  public func resolve<R>(_ identifier: Identifier<R>) -> Identifier<R> {
    permanent[identifier.rawValue].map(Identifier.init(rawValue:)) ?? identifier
  }

  /// Records that `permanent` replaces `temporary`.
  public mutating func replace(_ temporary: Int64, by permanent: Int64) {
    self.permanent[temporary] = permanent
  }

  /// Adds the replacements of a later save.
  public mutating func merge(_ other: IdentifierReplacements) {
    permanent.merge(other.permanent) { _, new in new }
  }
}
