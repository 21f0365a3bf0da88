import Foundation
import QuizStore
import QuizSupport

/// Reads one file, pipe or standard input from beginning to end.
final class UserFileReading {
  private let path: String
  private let descriptor: Int32
  private let ownsDescriptor: Bool
  /// The file's size, used to allocate memory once; 0 when unknown.
  private var expected = 0
  /// The bytes read so far, in pieces that never grow. A growing array would be copied again and
  /// again, and a pipe would need more memory than a file.
  private var pieces: [[UInt8]] = []
  /// The number of bytes that were read.
  private var count = 0

  /// How many bytes a piece of something has whose size is not known.
  private static let pieceSize = 4 << 20

  /// Opens a file or a pipe. Rejects devices and the like, which may never end.
  init(_ path: String, inputIsTaken: Bool) throws(UserFileError) {
    // Check the kind before opening, because opening a device can have side effects.
    try Self.require(Self.kind(of: path), path)
    // Do not block on a pipe that has no writer yet; `wait` handles that.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    if descriptor < 0 { throw UserFileError(path: path, code: errno) }
    self.path = path
    self.descriptor = descriptor
    ownsDescriptor = true
    let status = try Self.status(of: descriptor, path)
    try Self.require(FileKind(status.st_mode), path)
    if inputIsTaken, try Self.isInput(status) { throw UserFileError(path: path, .inputOfCommands) }
    if FileKind(status.st_mode) == .regular { expected = Int(status.st_size) }
  }

  private init(input descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
    ownsDescriptor = false
  }

  deinit {
    if ownsDescriptor { close(descriptor) }
  }

  /// Reads standard input of any kind: a person may type or paste questions and end them with
  /// Ctrl-D.
  static func standardInput(isTaken: Bool) throws(UserFileError) -> UserFileReading {
    let path = DiskFiles.standardInput
    if isTaken { throw UserFileError(path: path, .inputOfCommands) }
    return UserFileReading(input: STDIN_FILENO, path: path)
  }

  /// Reads to the end, or stops after the first line of text longer than `longestLine`.
  func all(
    longestLine: Int, while goesOn: () -> Bool
  ) throws(UserFileError) -> [UInt8] {
    // A bank may take up most of the memory, so a file of known size is one piece.
    try addPiece(of: expected + 1)
    var lineStart = 0
    while try wait(while: goesOn), try readPart(&lineStart) {
      if count - lineStart > longestLine, isText { return withoutHalfCharacter(joined()) }
    }
    return joined()
  }

  /// All that was read. Each piece is given back as soon as it was copied.
  private func joined() -> [UInt8] {
    if pieces.count == 1 { return pieces.removeLast() }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      for index in pieces.indices {
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled...])
        filled += pieces[index].count
        _ = rest.initialize(from: pieces[index])
        pieces[index] = []
      }
    }
  }

  /// Waits until data is available. Returns `false` when `goesOn` returns `false`.
  private func wait(while goesOn: () -> Bool) throws(UserFileError) -> Bool {
    while true {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&request, 1, 100)
      if count < 0, errno != EINTR { throw UserFileError(path: path, code: errno) }
      if count > 0 { return true }
      if !goesOn() { return false }
    }
  }

  /// Reads the available bytes, up to a fixed limit; returns `false` at the end.
  ///
  /// - Parameter lineStart: where the last line begins.
  private func readPart(_ lineStart: inout Int) throws(UserFileError) -> Bool {
    var last = pieces.count - 1
    if pieces[last].capacity == pieces[last].count {
      try addPiece(of: Self.pieceSize)
      last += 1
    }
    let room = min(1 << 20, pieces[last].capacity - pieces[last].count)
    let count = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { part in
      let count = read(descriptor, part.baseAddress, room)
      if count > 0 {
        let part = part[..<count]
        pieces[last].append(contentsOf: part)
        if let end = part.lastIndex(of: UInt8(ascii: "\n")) { lineStart = self.count + end + 1 }
        self.count += count
      }
      return count
    }
    if count >= 0 { return count > 0 }
    if errno == EINTR || errno == EAGAIN { return true }
    throw UserFileError(path: path, code: errno)
  }

  private func addPiece(of size: Int) throws(UserFileError) {
    // Converting the bytes to questions needs the same amount of memory again.
    let needed = size + count + size
    if count + size > 1 << 20, !FreeMemory.hasRoom(for: needed) {
      throw UserFileError(path: path, .memoryShort(needed: needed))
    }
    var piece: [UInt8] = []
    piece.reserveCapacity(size)
    pieces.append(piece)
  }

  /// Whether the bytes are neither JSON nor XML, where a whole document may be on one line, nor a
  /// zip package.
  private var isText: Bool {
    let bytes = pieces.joined()
    if bytes.starts(with: [0x50, 0x4B, 3, 4]) { return false }
    let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0]
    let first = bytes.first { $0 > 0x20 && !marks.contains($0) }
    return first.map { !"[{<".utf8.contains($0) } ?? true
  }

  /// The bytes without an incomplete character at the end, so that the encoding is detected
  /// correctly.
  private func withoutHalfCharacter(_ bytes: consuming [UInt8]) -> [UInt8] {
    while let last = bytes.last, last > 0x7F { bytes.removeLast() }
    return bytes
  }

  // MARK: Kinds of files

  /// The kind of file at `path`, following links.
  ///
  /// - Throws: ``UserFileError`` when it does not exist.
  static func kind(of path: String) throws(UserFileError) -> FileKind {
    guard let kind = try kindIfThere(of: path) else {
      throw UserFileError(path: path, code: ENOENT)
    }
    return kind
  }

  static func kindIfThere(of path: String) throws(UserFileError) -> FileKind? {
    var status = stat()
    if stat(path, &status) == 0 { return FileKind(status.st_mode) }
    if errno == ENOENT { return nil }
    throw UserFileError(path: path, code: errno)
  }

  /// What tells a file or a folder from all others, whatever path and links lead to it.
  ///
  /// - Throws: ``UserFileError`` when it does not exist.
  static func identity(of path: String) throws(UserFileError) -> FileIdentity {
    var status = stat()
    guard stat(path, &status) == 0 else { throw UserFileError(path: path, code: errno) }
    return FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }

  private static func status(of descriptor: Int32, _ path: String) throws(UserFileError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw UserFileError(path: path, code: errno) }
    return status
  }

  private static func require(_ kind: FileKind, _ path: String) throws(UserFileError) {
    if kind != .regular, kind != .pipe { throw UserFileError(path: path, .kind(kind)) }
  }

  /// Whether `file` is the pipe that provides the commands, opened under another name such as
  /// /dev/stdin.
  private static func isInput(_ file: stat) throws(UserFileError) -> Bool {
    let input = try status(of: STDIN_FILENO, DiskFiles.standardInput)
    return FileKind(file.st_mode) == .pipe && input.st_dev == file.st_dev
      && input.st_ino == file.st_ino
  }
}

extension UserFileError {
  /// Creates an error from an `errno` code.
  init(path: String, code: Int32, isAboutWriting: Bool = false) {
    self.init(path: path, reason: .system(code), isAboutWriting: isAboutWriting)
  }
}
