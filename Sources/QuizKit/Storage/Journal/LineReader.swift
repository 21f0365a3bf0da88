import QuizSupport

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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
