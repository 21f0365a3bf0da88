import Foundation

/// Names a store and makes it: the one line to change for another store.
///
/// ```swift
/// let store = try StoreConfiguration.journal(path: "bank").makeStore(schema: schema)
/// ```
///
/// A store that somebody else writes gets a name in the same way:
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
  /// Opens a store for some kinds of records.
  public typealias Maker =
    @Sendable (Schema, StoreAccess, StoreEnvironment) throws(StoreError) -> any DataStore

  /// The store's name, as `journal:PATH`; two configurations with the same name mean the same store.
  public let specification: String

  /// What it may do with its file.
  public var access: StoreAccess

  private let make: Maker

  /// Creates the configuration of any store.
  ///
  /// - Parameter make: opens the store.
  public init(_ specification: String, access: StoreAccess = .writing, make: @escaping Maker) {
    self.specification = specification
    self.access = access
    self.make = make
  }

  /// Reads `memory`, `json:PATH`, `journal:PATH` or a bare path, which means a JSON file when it
  /// ends in `.json` and a journal otherwise; `nil` when the path is missing.
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
  /// - Throws: ``StoreError/inUse(path:)``, or what is wrong with the file, which is then as it
  ///   was.
  public func makeStore(
    schema: Schema, environment: StoreEnvironment = StoreEnvironment()
  ) throws(StoreError) -> any DataStore {
    try make(schema, access, environment)
  }
}

extension StoreConfiguration: Equatable {
  /// Whether both mean the same store, opened for the same purpose.
  public static func == (left: Self, right: Self) -> Bool {
    left.specification == right.specification && left.access == right.access
  }
}

extension StoreConfiguration {
  /// ``MemoryStore``
  public static var memory: StoreConfiguration {
    StoreConfiguration("memory") { schema, _, _ throws(StoreError) in MemoryStore(schema: schema) }
  }

  /// ``JSONStore``
  public static func json(path: String) -> StoreConfiguration {
    StoreConfiguration("json:\(path)") { schema, access, environment throws(StoreError) in
      try JSONStore(path: path, schema: schema, access: access, environment: environment)
    }
  }

  /// ``JournalStore``
  public static func journal(path: String) -> StoreConfiguration {
    StoreConfiguration("journal:\(path)") { schema, access, environment throws(StoreError) in
      try JournalStore(path: path, schema: schema, access: access, environment: environment)
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
