import QuizSupport
import Signals

/// Keeps all records in one JSON file that people can read and version control can compare.
///
/// The file is read once and rewritten with every save, so it suits a few thousand records. A save
/// replaces the file atomically: after a crash there is either the old file or the new one. See
/// `ArchiveFormat`.
public final class JSONStore: FileStore {
  public var schema: Schema { content.tables.schema }
  public let isReadOnly: Bool
  public let announcements = PublishSubject<SavedChanges>()
  public let attachments: any AttachmentStore

  /// A warning in each of four cases: there is no file to read; an older file was migrated in memory only, because the store
  /// is read-only; a save brought an older file to this version; the file to write has several
  /// names.
  public var notices: [StoreNotice] {
    var notices: [StoreNotice] = []
    if isReadOnly, wasMissing { notices.append(.missing(path: path)) }
    if names > 1 { notices.append(.severalNames(path: path, names, .willPart)) }
    if isReadOnly, let oldVersion = content.oldVersion {
      notices.append(.migratedInMemory(path: path, from: oldVersion, to: schema.version))
    }
    if let copy, content.oldVersion == nil { notices.append(.rewritten(path: path, copy: copy)) }
    return notices
  }

  public let path: String
  private let fileSystem: any FileSystem
  private let lock: StoreLock?
  /// The file at the path, locked; `nil` while there is no file, or when the store only reads it.
  private var file: (any OpenFile)?
  /// How many names the file had when it was opened for writing.
  private var names = 1
  /// The path of the copy of an older version's file, once a save has replaced that file.
  private var copy: String?
  private var content: ArchiveContent
  /// Whether there was no file when it was opened.
  private let wasMissing: Bool
  private var state = State.usable
  private let encoder: RecordEncoder

  private enum State {
    case usable
    case unknown
    case closed
  }

  /// Opens the file at `path`. When there is no file, the store is empty and the first save creates
  /// it.
  ///
  /// A damaged file is never salvaged. It is text, and the error reports the line to correct.
  ///
  /// - Throws: ``StoreError/inUse(path:)`` when another store has it open for writing, or an error
  ///   about the file, which is then unchanged.
  public init(
    path: String, schema: Schema, access: StoreAccess = .writing,
    environment: StoreEnvironment = StoreEnvironment()
  ) throws(StoreError) {
    let fileSystem = environment.fileSystem
    self.fileSystem = fileSystem
    isReadOnly = access.isReadOnly
    encoder = RecordEncoder(
      .spacedLines, indentation: ArchiveFormat.recordDepth, dates: .texts, schema: schema)
    let resolved = try fromFileSystem { () throws(FileSystemError) in
      try fileSystem.resolve(path)
    }
    self.path = resolved
    attachments = AttachmentFolder(beside: resolved, isReadOnly: isReadOnly, on: fileSystem)
    lock = try StoreLock.take(resolved, isReadOnly: isReadOnly, fileSystem)
    let reader = ArchiveReader(path: resolved, schema: schema)
    if lock != nil { TemporaryFile.removeRemains(for: resolved, on: fileSystem) }
    do throws(StoreError) {
      content = try reader.read(from: fileSystem)
      wasMissing = content.status == nil
      if content.status != nil, !isReadOnly {
        // Make sure that the file may be written. A save would replace it even without that
        // permission.
        let file = try fromFileSystem { () throws(FileSystemError) in
          try fileSystem.open(resolved, for: .updating)
        }
        try StoreLock.claim(file, path: resolved)
        names = try fromFileSystem { () throws(FileSystemError) in try file.nameCount() }
        self.file = file
      }
    } catch {
      lock?.release()
      throw error
    }
  }

  /// The records with some identifiers, or all in the order of insertion. Throws for any other
  /// request.
  public func fetch<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R] {
    try checkOpen()
    return try content.tables.fetch(descriptor)
  }

  public func reserveIdentifiers<R: StoredRecord>(_ count: Int, for type: R.Type) -> Int64 {
    content.tables.reserveIdentifiers(count, for: type)
  }

  /// Rewrites the whole file.
  ///
  /// - Throws: the errors of ``DataStore/save(_:)``, and ``StoreError/changedOutside(path:)`` when
  ///   another program has changed the file since it was read.
  public func save(_ request: SaveRequest) throws(StoreError) -> SavedChanges {
    try checkOpen()
    guard !isReadOnly else { throw StoreError.readOnly(path: path) }
    guard state == .usable else { throw StoreError.unknownState(path: path) }
    try check(request)
    encoder.readsBack = request.writtenCount <= RecordEncoder.mostReadBack
    var changed = content.tables
    let saved = try changed.apply(request, encoder: encoder)
    try write(changed)
    content.tables = changed
    return saved
  }

  /// Reads the file again if it has changed.
  public func refresh() throws(StoreError) {
    try checkOpen()
    guard isReadOnly, try status() != content.status else { return }
    content = try ArchiveReader(path: path, schema: schema).read(from: fileSystem)
    announcements.emit(.unknown(sequence: content.tables.sequence, in: schema))
  }

  public func close() throws(StoreError) {
    state = .closed
    file = nil
    lock?.release()
  }

  private func status() throws(StoreError) -> FileStatus? {
    try fromFileSystem { () throws(FileSystemError) in try fileSystem.status(of: path) }
  }

  private func write(_ tables: RecordTables) throws(StoreError) {
    guard try status() == content.status else { throw StoreError.changedOutside(path: path) }
    try keepOlderFile()
    do throws(FileSystemError) {
      try fileSystem.replace(path) { file throws(FileSystemError) in
        try content.writer.write(tables, to: file)
      }
      content.status = try fileSystem.status(of: path)
      content.oldVersion = nil
    } catch {
      // After the rename, a failed sync of the directory leaves it unknown which file a crash would
      // bring back. A failed inspection leaves it unknown which file is at the path.
      if error.path == directory(of: path) || error.operation == .inspect { state = .unknown }
      throw StoreError.fileSystem(error)
    }
    file = openLocked()
  }

  /// Keeps a file of an older version, which a save is about to replace, under another name.
  private func keepOlderFile() throws(StoreError) {
    guard copy == nil, let oldVersion = content.oldVersion else { return }
    copy = try fromFileSystem { () throws(FileSystemError) in
      try OlderFile.keep(path, version: oldVersion, on: fileSystem)
    }
  }

  /// The new file at the path, locked. `nil` when opening or locking it fails. The save is done in
  /// any case, and the lock file next to the file still keeps other writers away from it under this
  /// name.
  private func openLocked() -> (any OpenFile)? {
    do throws(FileSystemError) {
      let file = try fileSystem.open(path, for: .updating)
      return try file.lock() ? file : nil
    } catch {
      return nil
    }
  }

  private func checkOpen() throws(StoreError) {
    if state == .closed { throw StoreError.closed(path: path) }
  }
}

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
  static let name = StoreFile.archiveName

  /// The version of the layout. The records have a version of their own, the schema's.
  static let version = 1

  /// The nesting depth of records in the file.
  static let recordDepth = 3
}

/// The content of a ``JSONStore``'s file.
struct ArchiveContent {
  var tables: RecordTables
  /// The writer that preserves the parts of the file that the schema does not know.
  var writer = ArchiveWriter()
  /// The file's status when it was read; `nil` when there was no file.
  var status: FileStatus?
  /// The schema version before migration; `nil` when the file was up to date.
  var oldVersion: Int?
}

/// Reads the file of a ``JSONStore``. Errors report the line, and the file is never changed.
struct ArchiveReader {
  let path: String
  let schema: Schema
  private let decoder: JSONTextDecoder
  private var tape: JSONTape { decoder.tape }

  init(path: String, schema: Schema) {
    self.path = path
    self.schema = schema
    decoder = JSONTextDecoder(userInfo: schema.userInfo)
  }

  /// The content of the file; an empty store when there is no file.
  func read(from fileSystem: any FileSystem) throws(StoreError) -> ArchiveContent {
    let (status, bytes) = try fromFileSystem { () throws(FileSystemError) in
      (try fileSystem.status(of: path), try fileSystem.contents(of: path))
    }
    var content =
      try bytes.map { bytes throws(StoreError) in try read(bytes) }
      ?? ArchiveContent(tables: RecordTables(schema: schema))
    content.status = status
    return content
  }

  private func read(_ bytes: [UInt8]) throws(StoreError) -> ArchiveContent {
    try ForeignText.check(bytes, path: path)
    return try bytes.withBytes { buffer throws(StoreError) in
      try located(bytes) { () throws(JSONFault) in
        try tape.read(buffer)
        try DistinctMembers(tape).require()
      }
      let versions = try located(bytes) { () throws(JSONFault) in try FormatVersions(tape) }
      try check(versions)
      let envelope = try located(bytes) { () throws(JSONFault) in try readEnvelope(versions) }
      if envelope.schema == schema.version { return try content(envelope, bytes) }
      var migrated = try read(
        ArchiveMigration(path: path, schema: schema).run(bytes, from: envelope.schema))
      migrated.oldVersion = envelope.schema
      return migrated
    }
  }

  private func content(
    _ envelope: Envelope, _ bytes: [UInt8]
  ) throws(StoreError) -> ArchiveContent {
    var tables = RecordTables(schema: schema)
    tables.sequence = envelope.sequence
    var writer = ArchiveWriter()
    for (entity, list) in envelope.records {
      if let record = schema.record(named: entity) {
        try read(record, list, bytes, &tables)
      } else {
        writer.unknownEntities[entity] = bytes[tape[list].range]
      }
    }
    for (entity, last) in envelope.lastIdentifiers {
      if let record = schema.record(named: entity) {
        raise(record, to: last, &tables)
      } else {
        writer.unknownIdentifiers[entity] = last
      }
    }
    return ArchiveContent(tables: tables, writer: writer)
  }

  private struct Envelope {
    var schema: Int
    var sequence: UInt64 = 0
    var lastIdentifiers: [String: Int64] = [:]
    var records: [(entity: String, list: Int)] = []
  }

  private func readEnvelope(_ versions: FormatVersions) throws(JSONFault) -> Envelope {
    var envelope = Envelope(schema: versions.schema)
    for (key, value) in try tape.members(at: 0) {
      switch key {
      case "sequence": envelope.sequence = UInt64(try tape.count(at: value))
      case "lastIdentifiers":
        for (entity, last) in try tape.members(at: value) {
          envelope.lastIdentifiers[entity] = try tape.count(at: last)
        }
      case "records":
        for (entity, list) in try tape.members(at: value) {
          envelope.records.append((entity, list))
        }
      default: continue
      }
    }
    return envelope
  }

  private func check(_ versions: FormatVersions) throws(StoreError) {
    guard versions.format == ArchiveFormat.name else {
      throw StoreError.notAStore(
        path: path,
        reason: Reason(
          "its member \"format\" does not say \"\(ArchiveFormat.name)\"",
          "「format」が「\(ArchiveFormat.name)」ではありません"))
    }
    try versions.requireKnown(layout: ArchiveFormat.version, schema, path: path)
    guard versions.schema > 0 else {
      throw StoreError.notAStore(path: path, reason: .missingField("schema"))
    }
  }

  private func read<R: StoredRecord>(
    _ type: R.Type, _ list: Int, _ bytes: [UInt8], _ tables: inout RecordTables
  ) throws(StoreError) {
    var table = RecordTable<R>()
    try located(bytes) { () throws(JSONFault) in
      for element in try tape.elements(at: list) {
        let record = try decoder.decode(type, at: element)
        let token = tape[element]
        guard record.id.isPermanent else {
          throw JSONFault(
            Int(token.start), "the record has no identifier from 1 up", "レコードに 1 以上の識別子がありません")
        }
        if let fault = record.fault { throw JSONFault(Int(token.start), fault) }
        guard !table.contains(record.id) else {
          throw JSONFault(
            Int(token.start), "there are two records with the identifier \(record.id)",
            "識別子 \(record.id) のレコードが 2 つあります")
        }
        table.put(RecordTable.Entry(record: record, text: bytes[token.range]))
      }
    }
    tables[type] = table
  }

  private func raise<R: StoredRecord>(
    _ type: R.Type, to last: Int64, _ tables: inout RecordTables
  ) {
    tables[type].lastIdentifier = max(tables[type].lastIdentifier, last)
  }

  private func located<T>(
    _ bytes: [UInt8], _ body: () throws(JSONFault) -> T
  ) throws(StoreError) -> T {
    do throws(JSONFault) {
      return try body()
    } catch {
      // A file without the format's name was not made by a store, so it is not called damaged.
      guard bytes.prefix(200).contains(Array(ArchiveFormat.name.utf8)) else {
        throw StoreError.notAStore(path: path, reason: error.reason)
      }
      throw StoreError.damaged(
        FilePlace(path: path, line: error.line(in: bytes), offset: error.offset),
        reason: error.reason)
    }
  }
}

/// Composes the file of a ``JSONStore`` from the texts of its records.
///
/// Only changed records are encoded. The texts of the others are copied from the file. This is
/// faster, and keeps the layout that a person gave to a record.
struct ArchiveWriter {
  /// The text of each kind of record that is in the file but not in the schema.
  var unknownEntities: [String: ArraySlice<UInt8>] = [:]
  /// The last identifiers of those kinds.
  var unknownIdentifiers: [String: Int64] = [:]

  /// Writes the whole file, a piece at a time: a text of all of it would be in memory beside the
  /// texts of its records.
  func write(_ tables: RecordTables, to file: any OpenFile) throws(FileSystemError) {
    var text = ArchiveText(file)
    try text.append(
      """
      {
        "format" : "\(ArchiveFormat.name)",
        "version" : \(ArchiveFormat.version),
        "schema" : \(tables.schema.version),
        "sequence" : \(tables.sequence),
        "lastIdentifiers" : {

      """)
    for (index, last) in identifiers(of: tables).enumerated() {
      let comma = index == 0 ? "" : ",\n"
      try text.append("\(comma)    \(JSONText.quoted(last.key)) : \(last.value)")
    }
    try text.append("\n  },\n  \"records\" : {\n")
    var names = Set(unknownEntities.keys)
    names.formUnion(tables.schema.records.map { $0.entityName })
    for (index, entity) in names.sorted().enumerated() {
      try text.append((index > 0 ? ",\n" : "") + "    \(JSONText.quoted(entity)) : ")
      if let unknown = unknownEntities[entity] {
        try text.append(unknown)
      } else if let table = tables.table(named: entity) {
        try append(table, to: &text)
      }
    }
    try text.append("\n  }\n}\n")
    try text.finish()
  }

  /// The last identifier of each kind of record, in the order of the names of the kinds.
  private func identifiers(of tables: RecordTables) -> [(key: String, value: Int64)] {
    var identifiers = unknownIdentifiers
    for record in tables.schema.records {
      identifiers[record.entityName] = tables.table(named: record.entityName)?.lastIdentifier
    }
    return identifiers.sorted { $0.key < $1.key }
  }

  private func append(
    _ table: some AnyRecordTable, to text: inout ArchiveText
  ) throws(FileSystemError) {
    let entries = table.typed.entries
    guard !entries.isEmpty else { return try text.append("[]") }
    try text.append("[\n")
    for (index, entry) in entries.enumerated() {
      try text.append(index == 0 ? "      " : ",\n      ")
      try text.append(entry.text)
    }
    try text.append("\n    ]")
  }
}

/// The text of the file while it is being written.
private struct ArchiveText {
  private static let size = 1 << 18

  private let file: any OpenFile
  /// The text that was appended and is not in the file yet.
  private var piece: [UInt8] = []
  /// The place of the piece in the file, in bytes.
  private var offset = 0

  init(_ file: any OpenFile) { self.file = file }

  mutating func append(_ text: String) throws(FileSystemError) { try append(text.utf8) }

  mutating func append(_ bytes: some Collection<UInt8>) throws(FileSystemError) {
    piece.append(contentsOf: bytes)
    if piece.count >= Self.size { try finish() }
  }

  /// Writes what was not written yet.
  mutating func finish() throws(FileSystemError) {
    try file.write(piece, at: offset)
    offset += piece.count
    piece.removeAll(keepingCapacity: true)
  }
}

/// Migrates the file of a ``JSONStore`` to the schema's version.
struct ArchiveMigration {
  let path: String
  let schema: Schema

  /// The migrated file.
  func run(_ bytes: [UInt8], from version: Int) throws(StoreError) -> [UInt8] {
    var file: JSONValue
    do throws(JSONFault) {
      file = try bytes.withBytes { buffer throws(JSONFault) in try JSONValue(reading: buffer) }
    } catch {
      throw StoreError.damaged(FilePlace(path: path, offset: error.offset), reason: error.reason)
    }
    var document = StoreDocument(records: records(of: file), lastIdentifiers: identifiers(of: file))
    try document.migrate(from: version, to: schema, path: path)
    file["schema"] = .integer(Int64(schema.version))
    file["records"] = .object(JSONObject(document.records.mapValues(JSONValue.array)))
    file["lastIdentifiers"] = .object(
      JSONObject(document.lastIdentifiers.mapValues(JSONValue.integer)))
    var writer = JSONWriter(.spacedLines)
    file.write(to: &writer)
    return writer.bytes
  }

  private func records(of file: JSONValue) -> [String: [JSONValue]] {
    members(of: file["records"], \.array)
  }

  private func identifiers(of file: JSONValue) -> [String: Int64] {
    members(of: file["lastIdentifiers"], \.integer)
  }

  private func members<T>(of value: JSONValue?, _ read: (JSONValue) -> T?) -> [String: T] {
    var members: [String: T] = [:]
    for member in value?.object?.members ?? [] { members[member.name] = read(member.value) }
    return members
  }
}
