import QuizSupport

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A position between two transactions of a journal, with the values that the next one must match.
struct JournalPosition: Equatable {
  /// Where the next transaction begins.
  var offset: Int
  /// The checksum that the next transaction's checksum continues.
  var check: UInt64
  /// The number of the save before this position.
  var sequence: UInt64
}

/// One save as read from a journal.
struct JournalTransaction {
  struct Change {
    var verb: JournalVerb
    var entity: String
    var location: RecordLocation
    /// The index key of each indexed field.
    var keys: [UInt64?]
  }

  /// A change that was read but whose record cannot be decoded.
  struct Unreadable: Sendable, Equatable {
    var entity: String
    var id: Int64
    var place: FilePlace
    var reason: Reason
  }

  var changes: [Change]
  /// The skipped changes. Empty unless the reader skips them.
  var unreadable: [Unreadable] = []
  var commit: JournalCommit
}

/// Reads the transactions of a journal in order and verifies them.
struct JournalReader {
  private let path: String
  private let file: any OpenFile
  private let size: Int
  private let keys: JournalKeys
  private let entities: JournalEntities
  private var lines: LineReader
  private let passesOverUnreadable: Bool
  /// The end of the last committed transaction that was read.
  private(set) var position: JournalPosition

  /// - Parameter passesOverUnreadable: whether a record that cannot be decoded is left out of its
  ///   transaction. Otherwise it counts as damage.
  init(
    _ file: any OpenFile, path: String, size: Int, schema: Schema, from position: JournalPosition,
    passesOverUnreadable: Bool = false
  ) {
    self.passesOverUnreadable = passesOverUnreadable
    self.path = path
    self.file = file
    self.size = size
    self.position = position
    keys = JournalKeys(schema)
    entities = JournalEntities(schema.records.map { $0.entityName })
    lines = LineReader(file, from: position.offset, to: size)
  }

  private enum Line {
    case change(JournalTransaction.Change)
    case unreadable(JournalTransaction.Unreadable)
    case commit(JournalCommit, fits: Bool)
    case foreign
  }

  /// The next transaction, or `nil` when no complete one is left.
  ///
  /// - Throws: ``StoreError/damaged(_:reason:)`` when the rest of the file cannot be the remains of
  ///   an interrupted save.
  mutating func next() throws(StoreError) -> JournalTransaction? {
    var changes: [JournalTransaction.Change] = []
    var unreadable: [JournalTransaction.Unreadable] = []
    var chain = position.check
    while true {
      let start = lines.offset
      let read = LineParser(path: path, offset: start, keys: keys, entities: entities)
      let line = try lines.next { bytes throws(StoreError) in try read.line(bytes, &chain) }
      switch line {
      case .change(let change):
        changes.append(change)
      case .unreadable(let change):
        // Damage only if a commit follows: a power cut leaves zeros in the lines of a save.
        unreadable.append(change)
      case .commit(let commit, fits: true) where commit.commit == position.sequence + 1:
        return try transaction(changes, unreadable, commit, end: lines.offset)
      case .commit:
        try requireInterrupted(.wrongCheck, unreadable)
        return nil
      case .foreign:
        try requireInterrupted(.foreignLine, unreadable)
        return nil
      case nil:
        return try last(changes, unreadable, &chain)
      }
    }
  }

  /// Accepts a last commit without its line feed, which an editor may have removed.
  private mutating func last(
    _ changes: [JournalTransaction.Change], _ unreadable: [JournalTransaction.Unreadable],
    _ chain: inout UInt64
  ) throws(StoreError) -> JournalTransaction? {
    let start = lines.offset
    let read = LineParser(path: path, offset: start, keys: keys, entities: entities)
    let line = try lines.rest { bytes throws(StoreError) in
      bytes.starts(with: JournalVerb.commit.beginning) ? try read.line(bytes, &chain) : .foreign
    }
    if case .commit(let commit, fits: true) = line, commit.commit == position.sequence + 1 {
      return try transaction(changes, unreadable, commit, end: size)
    }
    try requireInterrupted(nil, unreadable)
    return nil
  }

  private mutating func transaction(
    _ changes: [JournalTransaction.Change], _ unreadable: [JournalTransaction.Unreadable],
    _ commit: JournalCommit, end: Int
  ) throws(StoreError) -> JournalTransaction {
    if !passesOverUnreadable, let first = unreadable.first {
      throw StoreError.damaged(first.place, reason: first.reason)
    }
    position = JournalPosition(offset: end, check: commit.checkValue, sequence: commit.commit)
    return JournalTransaction(changes: changes, unreadable: unreadable, commit: commit)
  }

  /// - Parameter unreadable: the records of the tail that cannot be decoded. The first of them
  ///   explains more than the faults after it.
  private func requireInterrupted(
    _ fault: Reason?, _ unreadable: [JournalTransaction.Unreadable]
  ) throws(StoreError) {
    try JournalTail(file, path: path, from: position.offset, to: size)
      .requireInterrupted(unreadable.first?.reason ?? fault, at: unreadable.first?.place)
  }

  private struct LineParser {
    let path: String
    let offset: Int
    let keys: JournalKeys
    let entities: JournalEntities

    func line(_ bytes: UnsafeRawBufferPointer, _ chain: inout UInt64) throws(StoreError) -> Line {
      guard let line = JournalLine(bytes, entities: entities) else { return .foreign }
      chain = line.check(bytes, seed: chain)
      switch line {
      case .commit(let commit):
        return .commit(commit, fits: commit.checkValue == chain)
      case .change(let verb, let entity, let id, let range):
        let text = UnsafeRawBufferPointer(rebasing: bytes[range])
        var location = RecordLocation(id: id, offset: offset + range.lowerBound, text: text)
        if verb == .delete { location.markDeleted() }
        do throws(JSONFault) {
          return .change(
            JournalTransaction.Change(
              verb: verb, entity: entity, location: location,
              keys: verb == .delete ? [] : try keys.keys(of: entity, id: id, text)))
        } catch {
          let place = FilePlace(path: path, offset: offset + range.lowerBound + error.offset)
          return .unreadable(
            JournalTransaction.Unreadable(
              entity: entity, id: id, place: place, reason: error.reason))
        }
      }
    }
  }
}

/// Reads a file line by line through one buffer.
struct LineReader {
  /// Where the next line begins.
  private(set) var offset: Int
  private let file: any OpenFile
  private let end: Int
  private var buffer: [UInt8]
  private var buffered = 0..<0

  /// - Parameter readAhead: how many bytes to read at a time. The buffer grows for longer lines.
  init(_ file: any OpenFile, from offset: Int, to end: Int, readAhead: Int = 1 << 18) {
    self.file = file
    self.offset = offset
    self.end = end
    // Never larger than the rest of the file, because the system has to provide each page of it.
    buffer = [UInt8](repeating: 0, count: max(1, min(readAhead, end - offset)))
  }

  /// The number of the line that begins at `offset`, counted from 1.
  static func number(
    ofLineAt offset: Int, in file: any OpenFile
  ) throws(StoreError) -> Int {
    var lines = LineReader(file, from: 0, to: offset)
    var number = 1
    while try lines.next({ _ throws(StoreError) in () }) != nil { number += 1 }
    return number
  }

  /// Calls `body` with the next line, without its line feed, and advances. Returns `nil` at the end
  /// or when the rest has no line feed.
  mutating func next<T>(
    _ body: (UnsafeRawBufferPointer) throws(StoreError) -> T
  ) throws(StoreError) -> T? {
    var searched = 0
    while true {
      if let length = lengthOfLine(after: searched) {
        let line = buffered.lowerBound..<buffered.lowerBound + length
        buffered = line.upperBound + 1..<buffered.upperBound
        offset += length + 1
        return try withBytes(line, body)
      }
      searched = buffered.count
      let before = buffered.count
      try fromFileSystem { () throws(FileSystemError) in try fill() }
      if buffered.count == before { return nil }
    }
  }

  /// Calls `body` with the text after the last line feed. Call it after ``next(_:)`` has returned
  /// `nil`.
  func rest<T>(
    _ body: (UnsafeRawBufferPointer) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    try withBytes(buffered, body)
  }

  private func lengthOfLine(after searched: Int) -> Int? {
    guard searched < buffered.count else { return nil }
    let rest = buffered.lowerBound + searched..<buffered.upperBound
    return buffer.withUnsafeBytes { $0.first(0x0A, in: rest) }.map { $0 - buffered.lowerBound }
  }

  private func withBytes<T>(
    _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    try buffer.withBytes { bytes throws(StoreError) in
      try body(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
  }

  /// Moves the unfinished line to the front of the buffer and reads more after it.
  private mutating func fill() throws(FileSystemError) {
    let rest = buffered.count
    if buffered.lowerBound > 0 {
      buffer.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        memmove(base, base + buffered.lowerBound, rest)
      }
    }
    buffered = 0..<rest
    if rest == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
    let wanted = min(buffer.count - rest, end - offset - rest)
    guard wanted > 0 else { return }
    let position = offset + rest
    let count = try buffer.withMutableBytes { bytes throws(FileSystemError) in
      try file.read(
        into: UnsafeMutableRawBufferPointer(rebasing: bytes[rest..<rest + wanted]), at: position)
    }
    buffered = 0..<rest + count
  }
}

/// Decides whether the end of a journal is the remains of an interrupted save, or damage.
///
/// A save appends its lines, and the next save begins only after they are all on the disk. So the
/// remains of an interrupted save are either the beginning of its lines, or lines in which the
/// parts that never reached the disk are zeros. No second save follows them. Anything else is
/// damage that happened later, to data that was acknowledged as saved.
struct JournalTail {
  private let file: any OpenFile
  private let path: String
  private let start: Int
  private let end: Int

  init(_ file: any OpenFile, path: String, from start: Int, to end: Int) {
    self.file = file
    self.path = path
    self.start = start
    self.end = end
  }

  /// Returns when the tail can be the remains of an interrupted save.
  ///
  /// - Parameters:
  ///   - fault: the fault in a complete line of the tail; `nil` when no line is wrong.
  ///   - place: where the fault is; `nil` for the beginning of the tail.
  /// - Throws: ``StoreError/damaged(_:reason:)``
  func requireInterrupted(
    _ fault: Reason?, at place: FilePlace? = nil
  ) throws(StoreError) {
    let bytes = try fromFileSystem { () throws(FileSystemError) in
      try file.read(at: start, count: end - start)
    }
    // Zeros at the very end are space reserved for later saves.
    let text = bytes[..<(bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0)]
    if text.contains(0) {
      if commits(in: text) <= 1 { return }
    } else if fault == nil, beginsLikeALine(text) {
      return
    }
    let reason = fault ?? .foreignLine
    if let place { throw StoreError.damaged(place, reason: reason) }
    let line = try LineReader.number(ofLineAt: start, in: file)
    throw StoreError.damaged(FilePlace(path: path, line: line, offset: start), reason: reason)
  }

  private func commits(in text: ArraySlice<UInt8>) -> Int {
    text.split(separator: 0x0A).count { $0.starts(with: JournalVerb.commit.beginning) }
  }

  /// Whether the unfinished line at the end begins like a line of a save.
  private func beginsLikeALine(_ text: ArraySlice<UInt8>) -> Bool {
    let line = text[(text.lastIndex(of: 0x0A).map { $0 + 1 } ?? text.startIndex)...]
    return JournalVerb.allCases.contains { verb in
      zip(line, verb.beginning).allSatisfy { $0 == $1 }
    }
  }
}
