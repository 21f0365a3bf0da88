import QuizSupport

/// The file of a ``JournalStore``: lines of JSON. Every save appends some.
///
/// ```json
/// {"format":"qa-repl-journal","version":2,"schema":1,"generation":1,"salt":"…",
///  "sequence":0,"last":{}}
/// {"insert":"deck","record":{"id":1,"name":"Swift"}}
/// {"commit":1,"at":"2026-11-21T11:00:00Z","author":"","check":"0123456789abcdef"}
/// {"update":"deck","record":{"id":1,"name":"Swift 6"}}
/// {"delete":"question","id":7}
/// {"commit":2,"at":"2026-11-21T11:00:05Z","author":"","check":"89abcdef01234567"}
/// ```
///
/// Lines count only when a commit follows them. Its checksum covers them and continues the previous
/// checksum, so it covers everything since the header: it detects lines that are damaged, missing,
/// swapped or from another file. The lines up to the first commit are the records that compaction
/// kept.
///
/// A deletion of a record that does not exist means that its identifier is taken: something refers
/// to a record that will come later, or never.
///
/// The identifier of a record is the first member of its text. If it is not, and in every line of
/// version 1, the line itself contains the identifier:
/// `{"insert":"deck","id":1,"record":{"name":"Swift","id":1}}`.
///
/// `author` is always empty; older programs require it.
///
/// Lines have exactly this layout, with no other spaces, so that the kind of a line can be
/// recognized by its beginning. (Only the header is shown on two lines here; in the file it is one
/// line.) The file is for programs. To edit records by hand, export them.
enum JournalFormat {
  /// The format name in the header of every journal.
  static let name = "qa-repl-journal"

  /// The first bytes of every journal.
  static let beginning = Array("{\"format\":\"\(name)\"".utf8)

  /// The version of the layout. The records have a version of their own, the schema's.
  static let version = 2

  /// A commit ends with its checksum in hexadecimal digits between these two.
  static let checkStart = Array("\"check\":\"".utf8)
  static let checkEnd = Array("\"}".utf8)
  static let checkLength = 16
}

/// The kinds of lines in a journal.
enum JournalVerb: CaseIterable {
  case insert
  case update
  case delete
  case commit

  /// The first bytes of a line of this kind.
  var beginning: [UInt8] {
    switch self {
    case .insert: Self.insertBeginning
    case .update: Self.updateBeginning
    case .delete: Self.deleteBeginning
    case .commit: Self.commitBeginning
    }
  }

  private static let insertBeginning = Array("{\"insert\":\"".utf8)
  private static let updateBeginning = Array("{\"update\":\"".utf8)
  private static let deleteBeginning = Array("{\"delete\":\"".utf8)
  private static let commitBeginning = Array("{\"commit\":".utf8)
}

/// The first line of a journal.
struct JournalHeader: Equatable {
  var format = JournalFormat.name
  var version = JournalFormat.version
  /// The version of the schema.
  var schema: Int
  /// 1 for a new journal. Each compaction or migration adds one.
  var generation: Int
  /// A random number that distinguishes this journal from all others.
  var salt: UInt64
  /// The number of the last save before the first line.
  var sequence: UInt64
  /// The highest identifiers given before the first line, by entity.
  var last: [String: Int64]

  /// Where the first transaction begins.
  var end: JournalPosition {
    let line = line
    return JournalPosition(
      offset: line.count, check: Checksum.of(Array(line.dropLast()), seed: 0), sequence: sequence)
  }

  /// The header line with its line feed.
  var line: [UInt8] {
    var text = "{\"format\":\"\(format)\",\"version\":\(version),\"schema\":\(schema),"
    text += "\"generation\":\(generation),\"salt\":\(salt),\"sequence\":\(sequence),\"last\":{"
    text += last.sorted { $0.key < $1.key }
      .map { "\(JSONText.quoted($0.key)):\($0.value)" }.joined(separator: ",")
    return Array((text + "}}\n").utf8)
  }
}

extension JournalHeader {
  /// Parses the line field by field. It is read only once, and the first use of `Codable` for a
  /// type is slow enough to delay opening a small journal.
  init(_ tape: JSONTape) throws(JSONFault) {
    let members = try tape.members(at: 0)
    func token(_ name: String) throws(JSONFault) -> Int {
      for member in members where member.key == name { return member.value }
      throw JSONFault(0, .missingField(name))
    }
    format = try tape.string(at: token("format"))
    version = try tape.integer(Int.self, at: token("version"))
    schema = try tape.integer(Int.self, at: token("schema"))
    generation = Int(try tape.count(at: token("generation")))
    salt = try tape.integer(UInt64.self, at: token("salt"))
    sequence = UInt64(try tape.count(at: token("sequence")))
    last = [:]
    for (entity, number) in try tape.members(at: token("last")) where last[entity] == nil {
      last[entity] = try tape.count(at: number)
    }
  }
}
