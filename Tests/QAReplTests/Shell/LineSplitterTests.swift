import Testing

@testable import qa_repl

@Suite struct LineSplitterTests {
  /// The lines of `text`, fed in pieces of `size` bytes.
  func lines(_ text: String, size: Int) -> [String] {
    var splitter = LineSplitter()
    var lines: [[UInt8]] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      lines += splitter.feed(bytes[start..<min(start + size, bytes.count)])
    }
    if let last = splitter.finish() { lines.append(last) }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: 1...5)
  func `lines come out alike however the bytes arrive`(size: Int) {
    #expect(lines("quiz\r\n質問\n\nlast", size: size) == ["quiz", "質問", "", "last"])
  }

  @Test(arguments: 1...5)
  func `a byte order mark is dropped at the start only`(size: Int) {
    #expect(lines("\u{FEFF}one\n\u{FEFF}two\n", size: size) == ["one", "\u{FEFF}two"])
  }
}
