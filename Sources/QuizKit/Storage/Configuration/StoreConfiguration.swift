/// Names a store and opens it. To use another store, change this one line.
///
/// ```swift
/// let store = try StoreConfiguration.journal(path: "bank").makeStore(schema: schema)
/// ```
///
/// A store from outside this module gets a name in the same way:
///
/// ```swift
/// extension StoreConfiguration {
///   static func plist(path: String) -> StoreConfiguration {
///     StoreConfiguration("plist:\(path)") { schema, access, _ throws(StoreError) in
///       try PropertyListStore(path: path, schema: schema, access: access)
///     }
///   }
/// }
/// ```
public struct StoreConfiguration: Sendable {
  /// Opens a store for a schema.
  public typealias Maker =
    @Sendable (Schema, StoreAccess, StoreEnvironment) throws(StoreError) -> any DataStore

  /// The store's name, such as `journal:PATH`. Two configurations with the same name mean the same
  /// store.
  public let specification: String

  /// The ways in which the store may use its file.
  public var access: StoreAccess

  private let make: Maker

  /// Creates a configuration for any store.
  ///
  /// - Parameters:
  ///   - specification: the name of the store, such as `journal:PATH`.
  ///   - access: the ways in which the store may use its file.
  ///   - make: opens the store.
  public init(_ specification: String, access: StoreAccess = .writing, make: @escaping Maker) {
    self.specification = specification
    self.access = access
    self.make = make
  }

  /// Parses `memory`, `json:PATH`, `journal:PATH` or a bare path. A bare path means a JSON file
  /// when it ends in `.json` and a journal otherwise. `nil` when the path is missing.
  public init?(specification: String, access: StoreAccess = .writing) {
    func path(after scheme: String) -> String? {
      specification.hasPrefix(scheme) ? String(specification.dropFirst(scheme.count)) : nil
    }
    if specification == "memory" {
      self = .memory
    } else if let path = path(after: "json:")
      ?? (specification.hasSuffix(".json") ? specification : nil),
      !specification.hasPrefix("journal:")
    {
      if path.isEmpty { return nil }
      self = .json(path: path)
    } else {
      let path = path(after: "journal:") ?? specification
      if path.isEmpty { return nil }
      self = .journal(path: path)
    }
    self.access = access
  }

  /// Opens the store.
  ///
  /// - Throws: ``StoreError/inUse(path:)``, or an error about the file, which is then unchanged.
  public func makeStore(
    schema: Schema, environment: StoreEnvironment = StoreEnvironment()
  ) throws(StoreError) -> any DataStore {
    try make(schema, access, environment)
  }
}

extension StoreConfiguration: Equatable {
  /// Whether both mean the same store with the same access.
  public static func == (left: Self, right: Self) -> Bool {
    left.specification == right.specification && left.access == right.access
  }
}

extension StoreConfiguration {
  /// A ``MemoryStore``.
  public static var memory: StoreConfiguration {
    StoreConfiguration("memory") { schema, _, _ throws(StoreError) in MemoryStore(schema: schema) }
  }

  /// A ``JSONStore``.
  public static func json(path: String) -> StoreConfiguration {
    StoreConfiguration("json:\(path)") { schema, access, environment throws(StoreError) in
      try JSONStore(path: path, schema: schema, access: access, environment: environment)
    }
  }

  /// A ``JournalStore``.
  public static func journal(path: String) -> StoreConfiguration {
    StoreConfiguration("journal:\(path)") { schema, access, environment throws(StoreError) in
      try JournalStore(path: path, schema: schema, access: access, environment: environment)
    }
  }
}
