import QuizSupport

/// Recognizes common changes that editors and transfers make to a file, to give a helpful error.
enum ForeignText {
  /// - Throws: ``StoreError/notAStore(path:reason:)`` when the file is empty, begins with a byte
  ///   order mark, or is in UTF-16.
  static func check(_ beginning: [UInt8], path: String) throws(StoreError) {
    if let reason = reason(beginning) { throw StoreError.notAStore(path: path, reason: reason) }
  }

  private static func reason(_ beginning: [UInt8]) -> Reason? {
    if beginning.isEmpty { return Reason("it is empty", "空のファイルです") }
    if beginning.starts(with: [0xEF, 0xBB, 0xBF]) {
      return Reason(
        "it begins with a byte order mark, which an editor put there; remove it",
        "先頭に BOM があります（エディターが付けました）。取り除いてください")
    }
    if beginning.starts(with: [0xFF, 0xFE]) || beginning.starts(with: [0xFE, 0xFF]) {
      return Reason("it is in UTF-16; save it as UTF-8", "UTF-16 です。UTF-8 で保存し直してください")
    }
    return nil
  }
}

/// The name and the versions of the format, which are at the beginning of a store's file in every
/// version of the format.
///
/// They are read before anything else, so that a file of a newer program is recognized, whatever
/// else in it is different.
struct FormatVersions {
  /// The name of the format.
  private(set) var format: String?
  /// The version of the layout; 0 when the file has none.
  private(set) var version = 0
  /// The version of the schema; 0 when the file has none.
  private(set) var schema = 0

  /// Reads them from the object at the beginning of `tape`.
  init(_ tape: JSONTape) throws(JSONFault) {
    guard tape[0].kind == .object else { return }
    for (key, value) in try tape.members(at: 0) {
      switch key {
      case "format": format = try tape.string(at: value)
      case "version": version = try tape.integer(Int.self, at: value)
      case "schema": schema = try tape.integer(Int.self, at: value)
      default: continue
      }
    }
  }

  /// - Throws: ``StoreError/newerVersion(path:found:supported:)`` when a newer program wrote the
  ///   file.
  func requireKnown(
    layout: Int, _ schema: Schema, path: String
  ) throws(StoreError) {
    for (found, supported) in [(version, layout), (self.schema, schema.version)]
    where found > supported {
      throw StoreError.newerVersion(path: path, found: found, supported: supported)
    }
  }
}

extension StoreDocument {
  /// Runs the steps from `version` to the version of `schema`.
  ///
  /// - Throws: ``StoreError/noMigration(path:from:to:)`` when a step is missing.
  mutating func migrate(
    from version: Int, to schema: Schema, path: String
  ) throws(StoreError) {
    for version in version..<schema.version {
      guard let step = schema.migrations.first(where: { $0.from == version }) else {
        throw StoreError.noMigration(path: path, from: version, to: schema.version)
      }
      step.run(&self)
    }
  }
}
