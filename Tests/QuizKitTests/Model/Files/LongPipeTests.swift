import Foundation
import Testing

@testable import QuizKit

/// Tests a pipe with more bytes than are read in one piece.
@Suite struct LongPipeTests {
  @Test func `a pipe of many megabytes is whole`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    let written = (0..<9_000_001).map { UInt8(truncatingIfNeeded: $0 / 7) }
    Thread.detachNewThread {
      guard let pipe = FileHandle(forWritingAtPath: path) else { return }
      pipe.write(Data(written))
      pipe.closeFile()
    }
    #expect(try DiskFiles().bytes(of: path, longestLine: .max) { true } == written)
  }
}
