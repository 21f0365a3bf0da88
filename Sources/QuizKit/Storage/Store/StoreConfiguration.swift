import Foundation

/// Names a store and makes it: the one line to change for another store.
///
/// ```swift
/// let store = try StoreConfiguration(specification: "json:bank.json").makeStore(schema: schema)
/// ```
public struct StoreConfiguration: Sendable, Equatable {
  /// The kinds of stores.
  public enum Kind: Sendable, Equatable {
    /// ``MemoryStore``
    case memory
    /// ``JSONStore``
    case json(path: String)
  }

  /// Which store, and where.
  public var kind: Kind

  /// Whether saves are refused and nobody is kept from writing.
  public var isReadOnly: Bool

  /// Creates a configuration.
  public init(_ kind: Kind, isReadOnly: Bool = false) {
    self.kind = kind
    self.isReadOnly = isReadOnly
  }

  /// Reads `memory`, `json:PATH` or a bare path; `nil` when the path is missing.
  public init?(specification: String, isReadOnly: Bool = false) {
    let parts = specification.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if specification == "memory" {
      self.init(.memory, isReadOnly: isReadOnly)
    } else if parts.count == 2, parts[0] == "json", !parts[1].isEmpty {
      self.init(.json(path: String(parts[1])), isReadOnly: isReadOnly)
    } else if !specification.isEmpty {
      self.init(.json(path: specification), isReadOnly: isReadOnly)
    } else {
      return nil
    }
  }

  /// Opens the store.
  ///
  /// - Throws: ``StoreError/inUse(path:)``, or what is wrong with the file, which is then as it
  ///   was.
  public func makeStore(
    schema: Schema, fileSystem: any FileSystem = PosixFileSystem()
  ) throws(StoreError) -> any DataStore {
    switch kind {
    case .memory:
      return MemoryStore(schema: schema)
    case .json(let path):
      return try JSONStore(
        path: path, schema: schema, isReadOnly: isReadOnly, fileSystem: fileSystem)
    }
  }
}
