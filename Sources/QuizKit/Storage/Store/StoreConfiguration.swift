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
    /// ``JournalStore``
    case journal(path: String)
  }

  /// Which store, and where.
  public var kind: Kind

  /// What it may do with its file.
  public var access: StoreAccess

  /// Creates a configuration.
  public init(_ kind: Kind, access: StoreAccess = .writing) {
    self.kind = kind
    self.access = access
  }

  /// Reads `memory`, `json:PATH`, `journal:PATH` or a bare path, which means a JSON file when it
  /// ends in `.json` and a journal otherwise; `nil` when the path is missing.
  public init?(specification: String, access: StoreAccess = .writing) {
    func path(after scheme: String) -> String? {
      specification.hasPrefix(scheme) ? String(specification.dropFirst(scheme.count)) : nil
    }
    let kind: Kind
    if specification == "memory" {
      kind = .memory
    } else if let path = path(after: "json:") {
      kind = .json(path: path)
    } else if let path = path(after: "journal:") {
      kind = .journal(path: path)
    } else {
      kind =
        specification.hasSuffix(".json")
        ? .json(path: specification) : .journal(path: specification)
    }
    if case .json("") = kind { return nil }
    if case .journal("") = kind { return nil }
    self.init(kind, access: access)
  }

  /// Opens the store.
  ///
  /// - Throws: ``StoreError/inUse(path:)``, or what is wrong with the file, which is then as it
  ///   was.
  public func makeStore(
    schema: Schema, environment: StoreEnvironment = StoreEnvironment()
  ) throws(StoreError) -> any DataStore {
    switch kind {
    case .memory:
      return MemoryStore(schema: schema)
    case .json(let path):
      return try JSONStore(
        path: path, schema: schema, access: access, environment: environment)
    case .journal(let path):
      return try JournalStore(
        path: path, schema: schema, access: access, environment: environment)
    }
  }
}
