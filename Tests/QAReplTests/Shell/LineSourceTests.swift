import Foundation
import Testing

@testable import qa_repl

@Suite struct LineSourceTests {
  @Test func `a directory is no script, and the error says so`() throws {
    let path = NSTemporaryDirectory()
    let source = try LineSource(path: path)
    let error = #expect(throws: UnreadableFile.self) { try source.next(path: path) }
    #expect(error?.number == EISDIR)
    #expect(error?.isDataUnusable == true)
  }

  @Test func `a script that is not there is named`() {
    let error = #expect(throws: UnreadableFile.self) { try LineSource(path: "/nowhere/at all") }
    #expect(error?.file == "/nowhere/at all")
  }
}
