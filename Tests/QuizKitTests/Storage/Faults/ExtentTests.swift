import Foundation
import Testing

@testable import QuizKit

@Suite struct ExtentTests {
  @Test func `the short answer about a file agrees with the long one`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/qa-extent-\(UUID().uuidString)"
    let fileSystem = PosixFileSystem()
    #expect(try fileSystem.extent(of: path) == nil)
    let file = try fileSystem.open(path, for: .creating(as: path))
    for size in [0, 1, 5000] {
      try file.truncate(to: size)
      let status = try #require(try fileSystem.status(of: path))
      #expect(try fileSystem.extent(of: path) == FileExtent(status))
      #expect(try file.identity() == status.identity)
    }
    try file.close()
    try fileSystem.remove(path)
  }
}
