import Foundation
import Testing

@testable import Terminal
@testable import qa_repl

@Suite final class HistoryFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "qa-repl-\(UUID().uuidString)")
  private var file: HistoryFile { HistoryFile(path: folder.path + "/state/history") }

  deinit {
    // Some tests make no file.
    guard FileManager.default.fileExists(atPath: folder.path) else { return }
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      print("left behind: \(folder.path)")
    }
  }

  @Test func `entries come back in order, lines and backslashes included`() throws {
    for line in ["quiz", "two\nlines", "back\\slash \\n", "日本語"] { file.append(line) }
    #expect(file.load() == ["quiz", "two\nlines", "back\\slash \\n", "日本語"])
  }

  @Test func `only the owner can read the file`() throws {
    file.append("quiz")
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `two sessions at once lose nothing`() {
    let other = HistoryFile(path: file.path)
    file.append("a")
    other.append("b")
    file.append("c")
    #expect(file.load() == ["a", "b", "c"])
  }

  @Test func `a file that has grown long is cut to what is kept`() {
    for number in 0...(History.limit * 2) { file.append(String(number)) }
    #expect(file.load().count == History.limit)
    #expect(file.load().last == String(History.limit * 2))
  }

  @Test func `a file beside it that is somebody else's stays when it is cut`() throws {
    file.append("first")
    let other = file.path + ".new"
    try Data("precious".utf8).write(to: URL(filePath: other))
    for number in 0...(History.limit * 2) { file.append(String(number)) }
    #expect(file.load().count == History.limit)
    #expect(file.load().count == History.limit)
    #expect(FileManager.default.contents(atPath: other) == Data("precious".utf8))
  }

  @Test func `nobody waits for a pipe in its place`() throws {
    file.append("first")
    try FileManager.default.removeItem(atPath: file.path)
    mkfifo(file.path, 0o600)
    file.append("quiz")
    #expect(file.load() == [])
  }

  @Test func `where there is no file there is no history`() {
    #expect(HistoryFile(path: "/dev/null/history").load() == [])
    HistoryFile(path: "/dev/null/history").append("quiz")
  }

  @Test func `a relative state directory is ignored`() {
    let state = HistoryFile(environment: ["XDG_STATE_HOME": "relative"], home: "/home/a")
    #expect(state.path == "/home/a/.local/state/qa-repl/history")
    let named = HistoryFile(environment: ["XDG_STATE_HOME": "/s"], home: "/home/a")
    #expect(named.path == "/s/qa-repl/history")
  }
}
