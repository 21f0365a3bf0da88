import QuizSupport

/// The format and the versions that every store's file names at its beginning, in every version of its format.
///
/// It is read before anything else, so that a file of a newer program is known as one whatever else
/// is different in it.
struct FormatVersions {
  /// The name of the format.
  private(set) var format: String?
  /// The version of the layout; 0 where the file says none.
  private(set) var version = 0
  /// The version of the schema; 0 where the file says none.
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

  /// - Throws: ``StoreError/newerVersion(path:found:supported:)`` when a newer program wrote the file.
  func requireKnown(
    layout: Int, _ schema: Schema, path: String
  ) throws(StoreError) {
    for (found, supported) in [(version, layout), (self.schema, schema.version)]
    where found > supported {
      throw StoreError.newerVersion(path: path, found: found, supported: supported)
    }
  }
}
