/// Splits a stream of bytes into lines. Accepts LF and CRLF, even when a read splits CRLF, and
/// drops a byte order mark at the start.
struct LineSplitter {
  private var pending: [UInt8] = []
  private var isAtStart = true

  /// The lines that `bytes` complete, without their line ends.
  mutating func feed(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for byte in bytes {
      if byte == 10 {
        lines.append(takeLine())
      } else {
        pending.append(byte)
      }
    }
    return lines
  }

  /// The last line, if it has no line end.
  mutating func finish() -> [UInt8]? {
    pending.isEmpty ? nil : takeLine()
  }

  private mutating func takeLine() -> [UInt8] {
    defer {
      pending = []
      isAtStart = false
    }
    if pending.last == 13 { pending.removeLast() }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return isAtStart && pending.starts(with: mark) ? Array(pending.dropFirst(3)) : pending
  }
}
