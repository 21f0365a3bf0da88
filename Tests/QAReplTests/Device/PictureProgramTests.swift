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

  @Test func `copies that a killed program left a day ago go when the next picture is opened`()
    throws
  {
    let manager = FileManager.default
    let yesterday = Date().addingTimeInterval(-90_000)
    func make(
      _ name: String, _ files: [String], isOld: Bool = true, mode: Int = 0o700
    ) throws {
      let path = copies + "/" + name
      try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
      for file in files {
        #expect(manager.createFile(atPath: path + "/" + file, contents: Data()))
      }
      let date = isOld ? yesterday : Date()
      try manager.setAttributes(
        [.modificationDate: date, .posixPermissions: mode], ofItemAtPath: path)
    }
    try make("qa-repl-abcDEF", ["0123456789ab.png"])
    try make("qa-repl-000000", [])
    let kept: [String: [String]] = [
      "qa-repl-newnew": ["0123456789ab.png"], "qa-repl-editor": ["text.md"],
      "qa-repl-severa": ["0123456789ab.png", "0123456789ac.png"], "qa-repl-toolong": [],
      "qb-repl-abcdef": [], "qa-repl-shared": ["0123456789ab.svg"],
    ]
    for (name, files) in kept {
      try make(
        name, files, isOld: name != "qa-repl-newnew",
        mode: name == "qa-repl-shared" ? 0o755 : 0o700)
    }
    try manager.createSymbolicLink(
      atPath: copies + "/qa-repl-linked", withDestinationPath: copies + "/qa-repl-newnew")
    let viewer = Environment(variables: ["QA_REPL_VIEWER": ":", "TMPDIR": copies])
    try PictureProgram(environment: viewer, delay: 0)?.open([1], named: "a.png")
    let wanted = Set(kept.keys).union(["qa-repl-linked"])
    func there() -> Set<String> { Set(manager.subpaths(atPath: copies) ?? []) }
    #expect(there().isSuperset(of: wanted.union(kept.flatMap { n, f in f.map { "\(n)/\($0)" } })))
    #expect(there().isDisjoint(with: ["qa-repl-abcDEF", "qa-repl-000000"]))
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
