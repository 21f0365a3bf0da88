/// Computes column numbers for messages.
enum TextColumn {
  /// Longer lines (in bytes) are not counted in user-perceived characters.
  private static let longestCounted = 10_000

  /// The column of a byte, counted from 1 in characters. On very long lines it is counted in
  /// Unicode scalars, which needs no copy of the line.
  static func of(_ index: Int, from lineStart: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let line = bytes[lineStart..<index]
    if line.count <= longestCounted { return String(decoding: line, as: UTF8.self).count + 1 }
    return line.count { $0 & 0xC0 != 0x80 } + 1
  }
}
