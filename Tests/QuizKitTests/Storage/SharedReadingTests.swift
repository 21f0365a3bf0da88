import Foundation
import Testing

@testable import QuizKit

/// Several processors read parts of one file.
struct SharedReadingTests {
  private func read(
    _ count: Int, of file: any OpenFile, at offset: Int
  ) throws(FileSystemError) -> (bytes: [UInt8], count: Int) {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = try bytes.withMutableBytes { bytes throws(FileSystemError) in
      try file.read(into: bytes, at: offset, sharedBy: 4)
    }
    return (bytes, read)
  }

  private func withFile(_ content: [UInt8], _ body: (any OpenFile) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.path + "/qa-reading-\(UUID().uuidString)"
    let file = try PosixFileSystem().open(path, for: .creating(as: path))
    try content.withBytes { bytes throws(FileSystemError) in try file.write(bytes, at: 0) }
    try body(file)
    try file.close()
    try FileManager.default.removeItem(atPath: path)
  }

  @Test("what is read by several is what is in the file", arguments: [0, 1000, 3_000_001])
  func readsWhatIsThere(_ count: Int) throws {
    let content = (0..<count + 7).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    try withFile(content) { file in
      let read = try read(count, of: file, at: 7)
      #expect(read.count == count)
      #expect(read.bytes == Array(content.dropFirst(7)))
    }
  }

  @Test("a file that is too short gives as much as it has")
  func readsLessAtTheEnd() throws {
    try withFile([UInt8](repeating: 1, count: 2_000_000)) { file in
      let read = try read(3_000_000, of: file, at: 500_000)
      #expect(read.count == 1_500_000)
    }
  }

  @Test("a file that cannot be read is not taken for an empty one")
  func tellsOfFailures() throws {
    let directory = try PosixFileSystem().open("/", for: .reading)
    #expect(throws: FileSystemError.self) { try read(3_000_000, of: directory, at: 0) }
    try directory.close()
  }
}
