/// The file of a ``JSONStore``: one JSON object in a layout for people and version control.
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
  /// The member `format` in every file that a store wrote.
  static let name = "qa-repl-store"

  /// The first bytes of every file that a store wrote.
  static let beginning = Array("{\n  \"format\" : \"\(name)\"".utf8)

  /// The version of the layout. The records have a version of their own, the schema's.
  static let version = 1

  /// The nesting depth of records in the file.
  static let recordDepth = 3
}
