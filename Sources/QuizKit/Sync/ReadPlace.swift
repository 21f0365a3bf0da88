import QuizStore
import QuizSupport

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
    (self.generation, self.length, self.lines) = (generation, length, lines)
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
