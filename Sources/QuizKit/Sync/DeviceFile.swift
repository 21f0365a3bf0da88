import Foundation
import QuizStore
import QuizSupport

/// The file of one device in a shared folder. Only this device writes it, so there are never two
/// versions of it to merge.
struct DeviceFile {
  /// The name of the file in its device's folder.
  static let name = "changes.jsonl"
  private static let chunkBytes = 1 << 20

  /// The device that writes the file.
  let device: DeviceIdentity
  /// The path of the file.
  let path: String

  private let fileSystem: any FileSystem

  init(of device: DeviceIdentity, in folder: String, on fileSystem: any FileSystem) {
    self.device = device
    path = "\(folder)/\(device.text)/\(Self.name)"
    self.fileSystem = fileSystem
  }

  // MARK: Reading

  /// The result of reading the file.
  struct Reading {
    /// The first line; `nil` when it cannot be used.
    var header: DeviceHeader?
    /// How far the file is read now. If a line cannot be read, the next reading continues at that
    /// line.
    var place: ReadPlace?
    /// The last bytes before ``place``.
    var tail: [UInt8] = []
    /// The problems of the file, in the order of its lines.
    var problems: [SyncProblem] { told.all }
    var told = SyncProblems()
  }

  /// Reads the lines after `place`, or all lines if the device has started a new file.
  ///
  /// - Parameter take: called with each valid line.
  /// - Throws: The error of the file system. Lines that were passed to `take` before it are valid.
  func read(
    after place: ReadPlace?, _ take: (SyncLine) throws(JSONFault) -> Void
  ) throws(FileSystemError) -> Reading {
    var reading = Reading(place: place)
    guard try fileSystem.status(of: path)?.kind == .regular else {
      if place != nil { reading.told.append(SyncProblem(.missing, file: path)) }
      return reading
    }
    let file = try fileSystem.open(path, for: .reading)
    try read(Self.withoutReturns(file), after: place, &reading, take)
    try file.close()
    return reading
  }

  /// The file as its device wrote it, where git (`core.autocrlf`) has ended its lines with CR LF. A
  /// line never has a carriage return of its own, because JSON escapes it.
  private static func withoutReturns(_ file: any OpenFile) throws(FileSystemError) -> any OpenFile {
    let beginning = try file.read(at: 0, count: DeviceHeader.mostBytes + 2)
    guard let end = beginning.firstIndex(of: UInt8(ascii: "\n")), end > 0,
      beginning[end - 1] == UInt8(ascii: "\r")
    else { return file }
    var bytes = try file.read(at: 0, count: file.size())
    bytes.removeAll { $0 == UInt8(ascii: "\r") }
    return MemoryFile(bytes, inPlaceOf: try file.identity())
  }

  private func read(
    _ file: any OpenFile, after place: ReadPlace?, _ reading: inout Reading,
    _ take: (SyncLine) throws(JSONFault) -> Void
  ) throws(FileSystemError) {
    let beginning = try file.read(at: 0, count: DeviceHeader.mostBytes)
    guard let end = beginning.firstIndex(of: UInt8(ascii: "\n")) else {
      let isLong = beginning.count == DeviceHeader.mostBytes
      reading.told.append(SyncProblem(isLong ? .foreign : .incomplete, file: path, line: 1))
      return
    }
    guard let header = header(Array(beginning[..<end]), &reading) else { return }
    reading.header = header
    var lines = LinesToRead(
      generation: header.generation, position: end + 1, number: 1, size: try file.size(),
      tail: Array(beginning[...end]))
    if let place, header.generation <= place.generation {
      guard header.generation == place.generation, lines.size >= place.length else {
        reading.told.append(SyncProblem(.older, file: path))
        return
      }
      let tail = try ReadPlace.tail(before: place.length, in: file)
      guard place.isAfter(tail) else {
        reading.told.append(SyncProblem(.changed, file: path, line: place.lines))
        return
      }
      lines.position = place.length
      lines.number = place.lines
      lines.tail = tail
    }
    try read(file, &lines, &reading, take)
    reading.place = ReadPlace(
      generation: lines.generation, length: lines.position, lines: lines.number, after: lines.tail)
    reading.tail = lines.tail
  }

  /// The part of a file that has not been read yet.
  private struct LinesToRead {
    var generation: Int
    /// The number of bytes before the first unread line.
    var position: Int
    /// The number of lines before it.
    var number: Int
    var size: Int
    /// The last bytes that were read. They are kept, because the file may change before it can be
    /// read again.
    var tail: [UInt8]

    mutating func pass(_ bytes: ArraySlice<UInt8>) {
      tail = (tail + bytes.suffix(ReadPlace.markedBytes)).suffix(ReadPlace.markedBytes)
    }
  }

  private func read(
    _ file: any OpenFile, _ lines: inout LinesToRead, _ reading: inout Reading,
    _ take: (SyncLine) throws(JSONFault) -> Void
  ) throws(FileSystemError) {
    let tape = JSONTape(isForeign: true)
    var rest: [UInt8] = []
    while lines.position + rest.count < lines.size {
      let more = try file.read(at: lines.position + rest.count, count: Self.chunkBytes)
      // The file has become shorter since its size was determined.
      guard !more.isEmpty else { break }
      rest += more
      var start = 0
      while let end = rest.withUnsafeBytes({ $0.first(UInt8(ascii: "\n"), in: start..<rest.count) })
      {
        lines.number += 1
        let isUsable = rest.withUnsafeBytes { bytes in
          read(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), tape, lines, &reading, take)
        }
        guard isUsable else {
          lines.number -= 1
          return lines.pass(rest[..<start])
        }
        lines.position += end + 1 - start
        start = end + 1
      }
      lines.pass(rest[..<start])
      rest.removeFirst(start)
      if rest.count > SyncLine.mostBytes {
        reading.told.append(SyncProblem(.longLine, file: path, line: lines.number + 1))
        return
      }
    }
    if lines.position < lines.size {
      reading.told.append(SyncProblem(.incomplete, file: path, line: lines.number + 1))
    }
  }

  /// Reads one line.
  ///
  /// - Returns: `false` when the line is not valid JSON, as in a file that has only partly arrived.
  ///   It may be complete the next time. A line that is JSON but breaks a rule of the format is
  ///   skipped, because it will not change.
  private func read(
    _ line: UnsafeRawBufferPointer, _ tape: JSONTape, _ lines: LinesToRead,
    _ reading: inout Reading, _ take: (SyncLine) throws(JSONFault) -> Void
  ) -> Bool {
    do throws(JSONFault) {
      try tape.read(line)
    } catch {
      reading.told.append(
        SyncProblem(.unreadable(error.reason), file: path, line: lines.number))
      return false
    }
    do throws(JSONFault) {
      try take(SyncLine(tape))
    } catch {
      let cause: SyncProblem.Cause =
        error.reason == HybridClock.lateness ? .damaged(error.reason) : .refused(error.reason)
      reading.told.count(SyncProblem(cause, file: path, line: lines.number))
    }
    return true
  }

  private func header(_ line: [UInt8], _ reading: inout Reading) -> DeviceHeader? {
    let header: DeviceHeader
    do throws(JSONFault) {
      let version = try decoded(DeviceHeader.Version.self, line)
      if version.format == DeviceHeader.formatName, version.version > DeviceHeader.currentVersion {
        reading.told.append(SyncProblem(.newer(version.version), file: path, line: 1))
        return nil
      }
      header = try decoded(DeviceHeader.self, line)
    } catch {
      reading.told.append(SyncProblem(.foreign, file: path, line: 1))
      return nil
    }
    // The device may have to begin another file, whose generation is one more.
    guard header.format == DeviceHeader.formatName, header.device == device,
      (0..<Int(JSONTape.largestCount)).contains(header.generation)
    else {
      reading.told.append(SyncProblem(.foreign, file: path, line: 1))
      return nil
    }
    return header
  }

  private func decoded<T: Decodable>(_ type: T.Type, _ line: [UInt8]) throws(JSONFault) -> T {
    try line.withBytes { bytes throws(JSONFault) in
      try JSONTextDecoder(isForeign: true).decode(type, from: bytes)
    }
  }

  // MARK: Writing

  /// Appends lines at `place`, which is the end of the file, and makes sure that they are on the
  /// disk.
  func append(_ bytes: [UInt8], at place: ReadPlace) throws(FileSystemError) {
    let file = try fileSystem.open(path, for: .updating)
    // Where git has ended the lines with CR LF, the file is longer than what was read of it.
    let isAsWritten = try Self.withoutReturns(file) === file
    try file.write(bytes, at: isAsWritten ? place.length : file.size())
    try file.sync()
    try file.close()
  }

  /// Replaces the whole file. After a crash there is either the old file or the new one.
  func replace(with bytes: [UInt8]) throws(FileSystemError) {
    try fileSystem.createDirectory(directory(of: path))
    try fileSystem.replace(path, with: bytes)
  }
}

/// The first line of a device's file.
struct DeviceHeader: Codable, Equatable, Sendable {
  /// The name of the format.
  static let formatName = "qa-repl-sync"
  /// The newest version of the format that this program reads.
  static let currentVersion = 4
  /// The version of a file that contains only ``firstKinds``.
  static let firstVersion = 1
  /// The version of a file that contains other kinds of records as well.
  static let versionOfFurtherKinds = 2
  /// The version of a file with questions of further kinds, or answers to them.
  static let versionOfFurtherValues = 3
  /// The kinds that older programs know, which do not keep the lines of other kinds. A file with
  /// other kinds has a higher version, so that such a program does not read it until it is updated.
  static let firstKinds: Set<String> = ["deck", "question", "exam", "note", "attempt"]
  /// The maximum number of bytes in the line.
  static let mostBytes = 4096

  /// The members that the first line has in every version. They are read before the others, so that
  /// a newer file is recognised.
  struct Version: Decodable {
    var format: String
    var version: Int
  }

  /// The name of the format.
  var format = Self.formatName
  /// The version of the format.
  var version = Self.firstVersion
  /// The device that writes the file.
  var device: DeviceIdentity
  /// The name that the user gave the device.
  var name: String
  /// The number of files that the device has started. A device starts a new file to make it
  /// smaller, or when the old one was lost.
  var generation: Int

  /// - Parameter version: the version that the lines of the file need.
  init(
    device: DeviceIdentity, name: String, generation: Int, version: Int = Self.firstVersion
  ) {
    self.device = device
    self.name = name
    self.generation = generation
    self.version = version
  }

  /// The text with the line break at its end.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.beginMember("format")
      writer.append(quoted: format)
      writer.beginMember("version")
      writer.append(version)
      writer.beginMember("device")
      writer.append(quoted: device.text)
      writer.beginMember("name")
      writer.append(quoted: name)
      writer.beginMember("generation")
      writer.append(generation)
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}

/// One line of a device's file, with the state of one record as the device knows it.
///
/// ```
/// {"question":"KEY","base":CLOCK,"clocks":{"content.text":CLOCK},"fields":{"content.text":"…"}}
/// ```
///
/// Each line has all fields of its record, so it can be understood without the lines before it.
struct SyncLine: Equatable, Sendable {
  /// The maximum number of bytes in a line.
  static let mostBytes = 16 << 20
  /// The maximum number of characters in a key or in the name of a field.
  static let mostCharacters = 100
  /// The maximum number of fields in a record.
  static let mostFields = 100_000

  /// The kind of record.
  var kind: String
  /// The key that identifies the record on all devices.
  var key: String
  /// The state of the record.
  var state: RecordState
}

extension SyncLine {
  /// The text with the line break at its end.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.beginMember(kind)
      writer.append(quoted: key)
      writer.beginMember("base")
      writer.append(quoted: state.base.text)
      if !state.clocks.isEmpty {
        writer.beginMember("clocks")
        writer.object { writer in
          for (name, clock) in state.clocks.sorted(by: { $0.key < $1.key }) {
            writer.beginMember(name)
            writer.append(quoted: clock.text)
          }
        }
      }
      for (name, clock) in [("back", state.back), ("gone", state.gone)] {
        guard let clock else { continue }
        writer.beginMember(name)
        writer.append(quoted: clock.text)
      }
      writer.beginMember("fields")
      writer.object { writer in
        for (name, value) in state.values.sorted(by: { $0.key < $1.key }) {
          writer.beginMember(name)
          writer.append(Array(value.utf8))
        }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Reads the line on `tape`.
  ///
  /// - Throws: a fault when the line is JSON but breaks a rule of the format.
  init(_ tape: JSONTape) throws(JSONFault) {
    var (kind, key): (String?, String?)
    var base: HybridClock?
    var clocks: [String: HybridClock] = [:]
    var (back, gone): (HybridClock?, HybridClock?)
    var values: [String: String]?
    for (name, value) in try tape.members(at: 0) {
      switch name {
      case "base": base = try Self.clock(tape, at: value)
      case "back": back = try Self.clock(tape, at: value)
      case "gone": gone = try Self.clock(tape, at: value)
      case "clocks":
        for (name, value) in try Self.fields(tape, at: value) {
          clocks[name] = try Self.clock(tape, at: value)
        }
      case "fields":
        var fields: [String: String] = [:]
        for (name, value) in try Self.fields(tape, at: value) where !tape.isNull(value) {
          fields[name] = try tape.json(at: value)
        }
        values = fields
      default:
        guard kind == nil else { throw Self.secondKind(tape, at: value) }
        kind = name
        key = try Self.short(tape.string(at: value), tape, at: value)
      }
    }
    guard let kind, let key else { throw Self.missing("question", tape) }
    guard let base else { throw Self.missing("base", tape) }
    guard let values else { throw Self.missing("fields", tape) }
    // A deletion that nothing can follow would be for ever, whoever wants the record back.
    if let gone, gone.next(at: 0, on: gone.device) == nil {
      throw JSONFault(Int(tape[0].start), HybridClock.lateness)
    }
    self.init(
      kind: kind, key: key,
      state: RecordState(base: base, clocks: clocks, back: back, gone: gone, values: values))
  }

  private static func fields(
    _ tape: JSONTape, at index: Int
  ) throws(JSONFault) -> [(key: String, value: Int)] {
    let members = try tape.members(at: index)
    guard members.count <= mostFields else {
      throw JSONFault(
        Int(tape[index].start), "a record has more than \(mostFields) fields",
        "1 件の項目が \(mostFields) 個を超えています")
    }
    for member in members { _ = try short(member.key, tape, at: index) }
    return members
  }

  private static func clock(_ tape: JSONTape, at index: Int) throws(JSONFault) -> HybridClock {
    guard let clock = HybridClock(try tape.string(at: index)) else {
      throw JSONFault(Int(tape[index].start), HybridClock.refusal)
    }
    guard clock.isUsable else { throw JSONFault(Int(tape[index].start), HybridClock.lateness) }
    return clock
  }

  private static func short(
    _ text: String, _ tape: JSONTape, at index: Int
  ) throws(JSONFault) -> String {
    guard (1...mostCharacters).contains(text.utf8.count) else {
      throw JSONFault(
        Int(tape[index].start), "a name is empty or longer than \(mostCharacters) bytes",
        "名前が空か、\(mostCharacters) バイトを超えています")
    }
    return text
  }

  private static func missing(_ name: String, _ tape: JSONTape) -> JSONFault {
    JSONFault(Int(tape[0].start), .missingField(name))
  }

  private static func secondKind(_ tape: JSONTape, at index: Int) -> JSONFault {
    JSONFault(
      Int(tape[index].start), "a line names one record only", "1 行に書けるのは 1 件だけです")
  }
}

/// The state of a record while it waits to be merged and saved.
///
/// Only a newer program knows what the fields of other kinds mean, and it may have sent very many
/// such records. So they wait as their lines, which need a fraction of the memory.
///
/// Two of them are equal only where they wait in the same way.
enum KeptState: Codable, Equatable, Sendable {
  indirect case fields(RecordState)
  case line([UInt8])

  /// - Throws: never, because the line was read before.
  func state() throws(JSONFault) -> RecordState {
    switch self {
    case .fields(let state): return state
    case .line(let bytes):
      let tape = JSONTape(isForeign: true)
      return try bytes.withBytes { bytes throws(JSONFault) in
        try tape.read(bytes)
        return try SyncLine(tape).state
      }
    }
  }

  init(from decoder: any Decoder) throws { self = .fields(try RecordState(from: decoder)) }

  func encode(to encoder: any Encoder) throws { try state().encode(to: encoder) }
}

extension JSONTape {
  /// The JSON text of a value exactly as in the file.
  func json(at index: Int) throws(JSONFault) -> String {
    let token = self[index]
    guard let text = JSONText.string(text(token), isEscaped: false) else {
      throw JSONFault(
        Int(token.start), "this text is not valid UTF-8", "文字列が UTF-8 ではありません")
    }
    return token.kind == .string ? "\"" + text + "\"" : text
  }
}

/// How far a device's file was read or written.
struct ReadPlace: Codable, Equatable, Sendable {
  /// The number of bytes that ``mark`` covers.
  static let markedBytes = 4096

  /// The file's generation.
  var generation: Int
  /// The number of bytes before the place.
  var length: Int
  /// The number of lines before the place.
  var lines: Int
  /// A checksum of the last bytes before the place, which reveals a changed content.
  var mark: UInt64

  /// Whether a file can have such a place, and another behind it.
  var isPlausible: Bool {
    [generation, length, lines].allSatisfy { (0..<Int(JSONTape.largestCount)).contains($0) }
  }

  /// The place at the end of `content`, which is a whole file.
  init(generation: Int, endOf content: [UInt8]) {
    self.generation = generation
    length = content.count
    lines = content.count { $0 == UInt8(ascii: "\n") }
    mark = Self.checksum(of: content)
  }

  /// The place at `length`. `tail` holds the bytes before it that ``mark`` covers.
  init(generation: Int, length: Int, lines: Int, after tail: [UInt8]) {
    self.generation = generation
    self.length = length
    self.lines = lines
    mark = Self.checksum(of: tail)
  }

  /// The place after appending `bytes`.
  ///
  /// - Parameter tail: the last bytes before this place, as many as ``mark`` covers.
  func advanced(by bytes: [UInt8], lines count: Int, after tail: [UInt8]) -> ReadPlace {
    if bytes.isEmpty { return self }
    var place = self
    place.length += bytes.count
    place.lines += count
    // Only use the last bytes, because there may be very many.
    place.mark = Self.checksum(of: tail + bytes.suffix(Self.markedBytes))
    return place
  }

  /// Whether these bytes come before the place, so that the file still has the content that was
  /// read.
  func isAfter(_ tail: [UInt8]) -> Bool { Self.checksum(of: tail) == mark }

  /// The bytes that the mark covers.
  static func tail(
    before length: Int, in file: any OpenFile
  ) throws(FileSystemError) -> [UInt8] {
    let start = max(0, length - markedBytes)
    return try file.read(at: start, count: length - start)
  }

  private static func checksum(of bytes: [UInt8]) -> UInt64 {
    Checksum.of(Array(bytes.suffix(markedBytes)), seed: 0)
  }
}

/// A folder that another program copies between devices. It contains one folder for each device, in
/// which only that device writes.
struct SharedFolder {
  /// The path of the folder.
  let path: String

  private let fileSystem: any FileSystem

  init(_ path: String, on fileSystem: any FileSystem) {
    (self.path, self.fileSystem) = (path, fileSystem)
  }

  /// Tells git to leave the line ends of the files alone, unless somebody has told it something
  /// already.
  func addAttributes() throws(FileSystemError) {
    let attributes = "\(path)/.gitattributes"
    guard try fileSystem.status(of: attributes) == nil else { return }
    try fileSystem.replace(attributes, with: Array("* -text\n".utf8))
  }

  /// The file of a device.
  func file(of device: DeviceIdentity) -> DeviceFile {
    DeviceFile(of: device, in: path, on: fileSystem)
  }

  /// Makes sure that the folder of `device`, if it exists, is not a symbolic link, so that nothing
  /// is written outside the shared folder.
  ///
  /// - Throws: ``SyncRefusal``.
  func checkOwnFolder(of device: DeviceIdentity) throws(SyncRefusal) {
    let own = directory(of: file(of: device).path)
    do throws(FileSystemError) {
      if try fileSystem.resolve(own) == own { return }
    } catch {
      throw .unreachable(error.path, error.reason)
    }
    throw .linked(own)
  }

  /// Makes sure that the folder exists.
  ///
  /// - Throws: ``SyncRefusal``.
  func check() throws(SyncRefusal) {
    do throws(FileSystemError) {
      guard try fileSystem.status(of: path)?.kind != .directory else { return }
    } catch {
      throw .unreachable(error.path, error.reason)
    }
    throw .noFolder(path)
  }

  /// The devices that have a folder here, in the order of their identities.
  ///
  /// - Parameter problems: receives the conflict copies that synchronization programs have made.
  /// - Throws: ``SyncRefusal``.
  func devices(_ problems: inout SyncProblems) throws(SyncRefusal) -> [DeviceIdentity] {
    try check()
    let names: [String]
    do throws(FileSystemError) {
      names = try fileSystem.names(in: path).sorted()
    } catch {
      throw .unreachable(error.path, error.reason)
    }
    var devices: [DeviceIdentity] = []
    for name in names {
      if Self.isConflictCopy(name) {
        problems.count(SyncProblem(.conflictCopy, file: "\(path)/\(name)"))
      } else if let device = DeviceIdentity(name) {
        devices.append(device)
        do throws(FileSystemError) {
          try nameConflictCopies(in: "\(path)/\(name)", &problems)
        } catch {
          problems.append(SyncProblem(.system(error.reason), file: error.path))
        }
      }
    }
    return devices
  }

  private func nameConflictCopies(
    in folder: String, _ problems: inout SyncProblems
  ) throws(FileSystemError) {
    guard try fileSystem.status(of: folder)?.kind == .directory else { return }
    for name in try fileSystem.names(in: folder).sorted() where Self.isConflictCopy(name) {
      problems.count(SyncProblem(.conflictCopy, file: "\(folder)/\(name)"))
    }
  }

  /// Whether Syncthing (`NAME.sync-conflict-DATE-TIME-ID.jsonl`) or Dropbox
  /// (`NAME (laptop's conflicted copy DATE).jsonl`) gave a file this name because there were two
  /// versions of it.
  private static func isConflictCopy(_ name: String) -> Bool {
    name.contains(".sync-conflict-") || name.contains("conflicted copy")
  }
}
