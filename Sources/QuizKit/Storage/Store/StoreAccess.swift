/// What a store may do with its file.
public enum StoreAccess: Sendable, Equatable {
  /// Read and write; nobody else may write meanwhile.
  case writing
  /// Only read, beside somebody who may write.
  case reading
  /// Only read, and of a damaged journal what is whole.
  case salvaging

  /// Whether saves are refused.
  public var isReadOnly: Bool { self != .writing }
}
