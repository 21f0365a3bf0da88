import QuizSupport

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
