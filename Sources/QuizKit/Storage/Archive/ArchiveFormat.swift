/// The file of a ``JSONStore``: one JSON object, made to be read by people and compared by version
/// control.
///
/// ```json
/// {
///   "format" : "qa-repl-store",
///   "version" : 1,
///   "schema" : 1,
///   "sequence" : 7,
///   "lastIdentifiers" : {
///     "deck" : 1
///   },
///   "records" : {
///     "deck" : [
///       {
///         "id" : 1,
///         "name" : "Swift"
///       }
///     ]
///   }
/// }
/// ```
enum ArchiveFormat {
  /// What the member `format` says in every file of ours.
  static let name = "qa-repl-store"

  /// How every file begins that a store wrote.
  static let beginning = Array("{\n  \"format\" : \"\(name)\"".utf8)

  /// The version of the envelope; the records have their own, the schema's.
  static let version = 1

  /// How deep records are in the file.
  static let recordDepth = 3
}
