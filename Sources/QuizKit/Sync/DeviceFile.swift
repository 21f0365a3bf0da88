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
      (lines.position, lines.number, lines.tail) = (place.length, place.lines, tail)
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
