/// The column of a place on its line, for messages.
enum TextColumn {
  /// Lines up to this many bytes are counted by what a reader takes for a character.
  private static let longestCounted = 10_000

  /// The column, counted from 1 in characters; on very long lines in Unicode scalars, which need no copy of the line.
  static func of(_ index: Int, from lineStart: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let line = bytes[lineStart..<index]
    if line.count <= longestCounted { return String(decoding: line, as: UTF8.self).count + 1 }
    return line.count { $0 & 0xC0 != 0x80 } + 1
  }
}
