import Foundation
import Testing

@testable import QuizKit
@testable import QuizSupport

/// Tests which files on a disk an import reads and an export replaces, and which files both leave
/// alone.
@Suite final class DiskFilesTests {
  let folder: String
  let files = DiskFiles()

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: folder)
    } catch {
      print("left behind: \(folder)")
    }
  }

  private func path(_ name: String) -> String { folder + "/" + name }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }

  private func permissions(_ name: String) throws -> Int {
    var status = stat()
    try #require(lstat(path(name), &status) == 0)
    return Int(status.st_mode & 0o777)
  }

  private func make(_ name: String, _ text: String, permissions: mode_t = 0o644) throws {
    try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    try #require(chmod(path(name), permissions) == 0)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  // MARK: Paths

  @Test func `two dots lead to the folder above, whatever the path begins with`() throws {
    let current = FileManager.default.currentDirectoryPath
    let above = URL(filePath: current).deletingLastPathComponent().path
    #expect(files.absolute("../none.md") == (above == "/" ? "" : above) + "/none.md")
    #expect(files.absolute("none/../one.md") == current + "/one.md")
    #expect(files.absolute("/none/a/../one.md") == "/none/one.md")
  }

  @Test func `two dots behind a link lead to the folder above its target`() throws {
    try FileManager.default.createDirectory(atPath: path("a/b"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: path("link"), withDestinationPath: path("a/b"))
    try make("a/one.md", "")
    #expect(files.absolute(path("link/../one.md")).hasSuffix("/a/one.md"))
  }

  @Test func `a path with two dots is compared by the folder that it leads to`() throws {
    try FileManager.default.createDirectory(atPath: path("sub"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: path("media"), withIntermediateDirectories: true)
    #expect(DiskTarget(path("sub/../new.csv")).kind(own: [path("bank.journal")]) == .free)
    #expect(DiskTarget(path("sub/../new.csv")).kind(own: [path("new.csv")]) == .own)
    #expect(DiskTarget(path("new.csv")).kind(own: [path("sub/../new.csv")]) == .own)
    #expect(DiskTarget(path("sub/../media/new.csv")).kind(own: [path("media")]) == .own)
    #expect(DiskTarget(path("media/../new.csv")).kind(own: [path("media")]) == .free)
  }

  // MARK: Reading

  @Test(arguments: [("/dev/zero", FileKind.characterDevice), ("/dev/tty", .characterDevice)])
  func `a device is refused by its name and never read`(path: String, kind: FileKind) {
    #expect(throws: UserFileError(path: path, .kind(kind))) { try files.bytes(of: path) }
  }

  @Test func `a directory is refused where a file's bytes are wanted`() {
    #expect(throws: UserFileError(path: folder, .kind(.directory))) {
      try files.bytes(of: folder)
    }
  }

  @Test func `a file to which another one refers is read, and nothing outside of its folder`()
    throws
  {
    try FileManager.default.createDirectory(
      atPath: path("in/deep"), withIntermediateDirectories: true)
    try make("in/a.svg", "a")
    try make("in/deep/b c.svg", "b")
    try make("secret.svg", "s")
    func related(_ reference: String, _ file: String, in folder: String? = nil) throws -> String? {
      try files.bytes(of: reference, beside: path(file), within: folder.map(path), limit: 10)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(try related("deep/b c.svg", "in/q.md") == "b")
    #expect(try related("./deep/../a.svg", "in/q.md") == "a")
    #expect(try related("none.svg", "in/q.md") == nil)
    #expect(try related("deep", "in/q.md") == nil)
    // From a file deeper in the folder that the user has named.
    #expect(try related("../a.svg", "in/deep/q.md", in: "in") == "a")
    for (reference, file, named) in [
      ("../secret.svg", "in/q.md", nil), ("../../secret.svg", "in/deep/q.md", "in"),
      ("../a.svg", "in/deep/q.md", nil), (path("secret.svg"), "in/q.md", nil),
      ("deep/../../secret.svg", "in/q.md", nil),
    ] as [(String, String, String?)] {
      #expect(throws: UserFileError(path: reference, .outside)) {
        try related(reference, file, in: named)
      }
    }
  }

  @Test func `no link leads out of the folder of a file, and a large file is not read`() throws {
    try FileManager.default.createDirectory(
      atPath: path("in"), withIntermediateDirectories: true)
    try make("secret.svg", "s")
    try make("in/large.svg", String(repeating: "x", count: 11))
    try make("in/a.svg", "a")
    for (name, target) in [
      ("in/link.svg", path("secret.svg")), ("in/up", folder), ("in/good.svg", "a.svg"),
      ("in/circle.svg", "circle.svg"),
    ] {
      try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }
    func related(_ reference: String) throws -> [UInt8]? {
      try files.bytes(of: reference, beside: path("in/q.md"), within: nil, limit: 10)
    }
    #expect(throws: UserFileError(path: "link.svg", .outside)) { try related("link.svg") }
    #expect(throws: UserFileError(path: "up/secret.svg", .outside)) { try related("up/secret.svg") }
    #expect(try related("good.svg") == Array("a".utf8))
    #expect(throws: UserFileError(path: "large.svg", .tooLarge(10))) { try related("large.svg") }
    #expect(throws: UserFileError.self) { try related("circle.svg") }
  }

  @Test func `a socket is refused by its name`() throws {
    // This path is short, because the system limits it to about a hundred bytes.
    let path = "/tmp/qa-repl-\(UInt32.random(in: .min ... .max)).socket"
    let descriptor = try listen(at: path)
    defer {
      close(descriptor)
      unlink(path)
    }
    let error = #expect(throws: UserFileError(path: path, .kind(.socket))) {
      try files.bytes(of: path)
    }
    #expect(error?.code == "not-a-file")
    #expect(error?.text(in: .english).contains("a socket") == true)
    #expect(error?.text(in: .japanese).contains("ソケット") == true)
  }

  private func listen(at path: String) throws -> Int32 {
    #if canImport(Glibc)
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
    return descriptor
  }

  @Test func `a pipe with a name is read to its end, even if its writer comes late`() throws {
    let path = path("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let files = files
    var waits = 0
    let bytes = try files.bytes(of: path, longestLine: .max) {
      waits += 1
      if waits == 1 {
        Thread.detachNewThread {
          guard let pipe = FileHandle(forWritingAtPath: path) else { return }
          pipe.write(Data("questions".utf8))
          pipe.closeFile()
        }
      }
      return true
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "questions")
    #expect(waits > 0)
  }

  @Test func `nobody waits for a pipe any more once the reading is not wanted`() throws {
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    #expect(try files.bytes(of: path("pipe"), longestLine: .max) { false } == [])
  }

  @Test func `a file is closed when it has been read`() throws {
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    _ = try files.bytes(of: path("pipe"), longestLine: .max) { false }
    // A pipe cannot be opened for writing without waiting unless another process reads it.
    #expect(open(path("pipe"), O_WRONLY | O_NONBLOCK) == -1)
    #expect(errno == ENXIO)
  }

  @Test func `of a folder and the folders in it the files are read, and pipes are left out`() throws
  {
    try make("b.csv", "b")
    try make("a.csv", "a")
    try make(".hidden", "h")
    try FileManager.default.createDirectory(
      atPath: path("inner"), withIntermediateDirectories: false)
    try make("inner/c.csv", "c")
    // A link that leads back would be read for ever.
    try FileManager.default.createSymbolicLink(
      atPath: path("inner/back"), withDestinationPath: folder)
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    let found = try files.files(at: folder)
    #expect(found.paths == [path("a.csv"), path("b.csv"), path("inner/c.csv")])
    #expect(found.others == [.hidden: 1])
    #expect(try files.files(at: folder + "/").paths == found.paths)
  }

  @Test func `each folder and file is taken once, however many links lead to it`() throws {
    let manager = FileManager.default
    for number in 0...30 {
      try manager.createDirectory(
        atPath: path("folder\(number)"), withIntermediateDirectories: false)
      guard number > 0 else { continue }
      for name in ["left", "right"] {
        try manager.createSymbolicLink(
          atPath: path("folder\(number)/\(name)"), withDestinationPath: path("folder\(number - 1)"))
      }
    }
    try make("folder0/a.csv", "a")
    try manager.createSymbolicLink(
      atPath: path("folder0/b.csv"), withDestinationPath: path("folder0/a.csv"))
    let found = try files.files(at: path("folder30"))
    #expect(found.paths == [path("folder30") + String(repeating: "/left", count: 30) + "/a.csv"])
  }

  @Test func `in a folder hidden ones and what tools put there are not entered`() throws {
    for name in [".git", "node_modules", "deck/images"] {
      try FileManager.default.createDirectory(
        atPath: path(name), withIntermediateDirectories: true)
    }
    for name in [".git/a.md", "node_modules/b.md", "deck/images/c.PNG", "deck/d.md", "e.py"] {
      try make(name, "")
    }
    let found = try files.files(at: folder)
    #expect(found.paths == [path("deck/d.md")])
    #expect(found.others == [.hidden: 1, .tools: 1, .image: 1, .program: 1])
  }

  @Test func `a file that is named is read whatever its name says`() throws {
    try make("a.py", "")
    #expect(try files.files(at: path("a.py")) == FoundFiles(file: path("a.py")))
  }

  @Test func `what is not there is refused with the system's words`() {
    let error = #expect(throws: UserFileError.self) { try files.files(at: path("nothing")) }
    #expect(error?.code == "unreadable-file")
  }

  @Test func `standard input is no file where the commands come from it`() {
    #expect(throws: UserFileError(path: "-", .inputOfCommands)) {
      try DiskFiles(commandsComeFromInput: true).bytes(of: "-")
    }
  }

  @Test func `a line of text that is too long is not read to its end`() throws {
    try make("long.txt", "short\n" + String(repeating: "あ", count: 2_000_000))
    let bytes = try files.bytes(of: path("long.txt"), longestLine: 1000) { true }
    #expect(bytes.count < 1_100_000)
    #expect(String(validating: bytes, as: UTF8.self) != nil)
  }

  @Test func `a line as long as the limit is read with what follows it`() throws {
    let line = String(repeating: "x", count: 1 << 20)
    try make("long.txt", line + "\nmore\n")
    let bytes = try files.bytes(of: path("long.txt"), longestLine: line.utf8.count) { true }
    #expect(bytes.count == line.utf8.count + 6)
  }

  @Test(arguments: ["[", "{", "\u{FEFF} <"])
  func `a document is read whole although it is one line`(mark: String) throws {
    let text = mark + String(repeating: "x", count: 3_000_000)
    try make("document", text)
    let bytes = try files.bytes(of: path("document"), longestLine: 1000) { true }
    #expect(bytes.count == text.utf8.count)
  }

  // MARK: Writing

  @Test(arguments: [(0o600, 0o600), (0o640, 0o640), (0o666, 0o644), (0o700, 0o600)])
  func `a file that is replaced never permits more than it did, nor than a new one would`(
    before: Int, after: Int
  ) throws {
    let mask = umask(0o022)
    defer { umask(mask) }
    try make("x.csv", "old", permissions: mode_t(before))
    try files.write(Array("new".utf8), to: path("x.csv"))
    #expect(try text("x.csv") == "new")
    #expect(try permissions("x.csv") == after)
  }

  @Test(.enabled(if: geteuid() == 0, "only the superuser may give a file any group"))
  func `a file that is replaced keeps its owner and its group, and what the group may`() throws {
    try make("x.csv", "old", permissions: 0o660)
    #expect(chown(path("x.csv"), 12_345, 23_456) == 0)
    let mask = umask(0o002)
    defer { umask(mask) }
    try files.write(Array("new".utf8), to: path("x.csv"))
    var info = stat()
    #expect(stat(path("x.csv"), &info) == 0)
    #expect((info.st_uid, info.st_gid) == (12_345, 23_456))
    #expect(try permissions("x.csv") == 0o660)
  }

  @Test func `a new file goes by the user's mask, and a private one is the owner's alone`() throws {
    let mask = umask(0o027)
    defer { umask(mask) }
    try files.write([65], to: path("x.csv"))
    try files.write([65], to: path("x.json"), isPrivate: true)
    #expect(try permissions("x.csv") == 0o640)
    #expect(try permissions("x.json") == 0o600)
    try make("y.json", "old", permissions: 0o644)
    try files.write([65], to: path("y.json"), isPrivate: true)
    #expect(try permissions("y.json") == 0o600)
  }

  @Test func `nothing beside the file is touched, whatever it is called`() throws {
    let neighbours = ["x.csv.new", "x.csv.tmp", ".x.csv", ".x.csv.new", "x.csv~", ".qa-repl-1"]
    for name in neighbours { try make(name, name) }
    try make("x.csv", "old")
    try files.write(Array("new".utf8), to: path("x.csv"))
    #expect(try names == (neighbours + ["x.csv"]).sorted())
    for name in neighbours { #expect(try text(name) == name) }
  }

  @Test func `a folder is made where there is none, and what is in one stays`() throws {
    try files.makeFolder(at: path("a"))
    try make("a/x.csv", "x")
    try files.makeFolder(at: path("a"))
    #expect(try text("a/x.csv") == "x")
    let refused = #expect(throws: UserFileError.self) {
      try files.makeFolder(at: path("a/x.csv/b"))
    }
    #expect(refused?.isAboutWriting == true)
  }

  @Test(arguments: ["bank", "my bank", "100%", "50%20off"])
  func `what is in a folder of the bank's own is its own, whatever the folder is called`(
    name: String
  ) throws {
    try files.makeFolder(at: path(name))
    try files.makeFolder(at: path(name + "/a b"))
    for file in ["/x.csv", "/a b/x.csv"] {
      #expect(files.target(at: path(name) + file, own: [path(name)]) == .own)
    }
    #expect(files.target(at: path("x.csv"), own: [path(name)]) == .free)
    #expect(files.target(at: path(name + "/x.csv"), own: [path(name + "/x.csv")]) == .own)
    #expect(files.target(at: path("x.csv"), own: [path(name + "/x.csv")]) == .free)
  }

  @Test func `a link stays a link, and its file is replaced`() throws {
    try make("real.csv", "old", permissions: 0o600)
    try #require(symlink("real.csv", path("link.csv")) == 0)
    try files.write(Array("new".utf8), to: path("link.csv"))
    #expect(try text("real.csv") == "new")
    #expect(try permissions("real.csv") == 0o600)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: path("link.csv")) == "real.csv")
    try #require(symlink("later.csv", path("dangling.csv")) == 0)
    try files.write(Array("made".utf8), to: path("dangling.csv"))
    #expect(try text("later.csv") == "made")
  }

  @Test func `a directory is not replaced, and a device is written to`() throws {
    let error = #expect(throws: UserFileError.self) { try files.write([65], to: folder) }
    #expect(error == UserFileError(path: folder, .kind(.directory), isAboutWriting: true))
    try files.write([65], to: "/dev/null")
    #expect(try names == [])
  }

  @Test(.enabled(if: getuid() != 0, "the superuser may write everything"))
  func `a file without permission to write is not replaced`() throws {
    try make("x.csv", "mine", permissions: 0o444)
    #expect(throws: UserFileError.self) { try files.write([65], to: path("x.csv")) }
    #expect(try text("x.csv") == "mine")
  }

  @Test func `a file whose new content breaks off stays as it was, and nothing is left beside it`()
    throws
  {
    struct BreakOff: Error {}
    try make("x.json", "mine")
    #expect(throws: BreakOff.self) {
      try files.write(to: path("x.json"), isPrivate: false) { write in
        try write([65])
        throw BreakOff()
      }
    }
    #expect(try text("x.json") == "mine")
    #expect(try names == ["x.json"])
    try files.write(to: path("x.json"), isPrivate: false) { write in
      try write([65])
      try write([66, 67])
    }
    #expect(try text("x.json") == "ABC")
  }
}
