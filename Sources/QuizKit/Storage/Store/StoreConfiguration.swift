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

/// What stores need of the world around them, so that tests can give them another.
public struct StoreEnvironment {
  /// Where the files are.
  public var fileSystem: any FileSystem
  /// The wall date, which a history shows; nothing depends on it.
  public var now: () -> Date
  /// A random number, which tells one file from another.
  public var randomNumber: () -> UInt64

  /// How many bytes a journal makes room for at a time. A save into that room need not wait for the
  /// file system to note a new length, which takes a third of the time of a sync (ext4); the room
  /// shows as zeros at the end of the file while it is open.
  public var roomAhead = 1 << 17

  /// How many threads may read a file at the same time, at most as many as there are processors; 1
  /// for a file system that is not to be asked by several.
  public var processors = 16

  var workers: Workers { Workers(limit: processors) }

  /// Creates an environment; without arguments, the real one.
  public init(
    fileSystem: any FileSystem = PosixFileSystem(), now: @escaping () -> Date = { Date() },
    randomNumber: @escaping () -> UInt64 = { UInt64.random(in: .min ... .max) }
  ) {
    self.fileSystem = fileSystem
    self.now = now
    self.randomNumber = randomNumber
  }
}
