import Foundation
import QuizSupport
import Testing

@testable import Terminal

/// Tests with a program that opens pictures, which here is any line for the shell.
@Suite(.serialized) final class PictureProgramTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "qa-repl-\(UUID().uuidString)")
  private var copies: String { folder.appending(path: "copies").path }
  private var seen: String { folder.appending(path: "seen").path }

  init() throws {
    try FileManager.default.createDirectory(
      atPath: copies, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      print("left behind: \(folder.path)")
    }
  }

  /// Opens a picture in a program of one line, in which `$1` is the path of the copy, and returns
  /// what the program wrote. The copy must be gone a moment after the program has ended.
  private func open(_ text: String, with line: String) throws -> String {
    let viewer = "f() { \(line); } >>'\(seen)'; f"
    let environment = Environment(variables: ["QA_REPL_VIEWER": viewer, "TMPDIR": copies])
    let program = try #require(PictureProgram(environment: environment, delay: 0))
    try program.open(Array(text.utf8), named: "a.png")
    for _ in 0..<1000 where FileManager.default.subpaths(atPath: copies) != [] { usleep(10_000) }
    #expect(FileManager.default.subpaths(atPath: copies) == [])
    defer { unlink(seen) }
    return try String(contentsOfFile: seen, encoding: .utf8)
  }

  @Test func `the program gets a copy that is nobody else's, and that is gone after it`() throws {
    let said = try open(
      "bytes", with: "cat \"$1\"; ls -l \"$1\" | cut -c1-10; ls -ld \"${1%/*}\" | cut -c1-10")
    #expect(said == "bytes-rw-------\ndrwx------\n")
  }

  @Test func `the copy of a program that fails, or is killed, is gone as well`() throws {
    #expect(try open("bytes", with: "echo; return 3") == "\n")
    #expect(try open("bytes", with: "echo; sh -c 'kill -9 $$'") == "\n")
  }

  @Test func `a folder in which no copy can be made is named, and nothing is started`() {
    let environment = Environment(
      variables: ["QA_REPL_VIEWER": "touch", "TMPDIR": copies + "/none"])
    #expect(throws: PictureProgramFailure.noFile(path: copies + "/none", code: ENOENT)) {
      try PictureProgram(environment: environment, delay: 0)?.open([1], named: "a.png")
    }
  }

  /// What opens pictures where nobody has said it.
  @Test func `without a screen nothing opens pictures`() throws {
    let bin = folder.appending(path: "bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    let xdg = bin.appending(path: "xdg-open").path
    #expect(
      FileManager.default.createFile(
        atPath: xdg, contents: nil, attributes: [.posixPermissions: 0o755]))
    #if !canImport(Darwin)
      #expect(PictureProgram(environment: Environment(variables: ["PATH": bin.path])) == nil)
      #expect(
        PictureProgram(
          environment: Environment(variables: ["PATH": bin.path, "DISPLAY": ":0"])) != nil)
      #expect(
        PictureProgram(
          environment: Environment(variables: ["PATH": "/none", "DISPLAY": ":0"])) == nil)
    #endif
  }
}
