import Foundation
import Testing

@testable import QuizStore
@testable import QuizSupport

/// Tests paths that cannot be a store, and paths that only look as if they could not.
@Suite(.serialized) struct PathTests {
  private let disk: RealDisk
  private static let kinds = ["journal", "json"]
  private var directory: String { disk.directory }

  init() throws {
    disk = try RealDisk()
  }

  private func makeDirectory(_ name: String, mode: mode_t = 0o755) throws {
    try FileManager.default.createDirectory(
      atPath: directory + "/" + name, withIntermediateDirectories: true)
    chmod(directory + "/" + name, mode)
  }

  private func bytes(_ name: String) -> Data? {
    FileManager.default.contents(atPath: directory + "/" + name)
  }

  @Test(arguments: kinds)
  func `a path that cannot be a store is an error that names it`(_ kind: String) throws {
    try makeDirectory("folder")
    try disk.save("text", in: "\(kind):\(directory)/file")
    let long = String(repeating: "x", count: 300)
    symlink("loop", directory + "/loop")
    for path in ["/folder", "/\(long)", "/loop", "/folder/../loop/x", "/file/x", "/folder/"] {
      let error = #expect(throws: StoreError.self, "\(path)") {
        try disk.open("\(kind):\(directory)\(path)")
      }
      #expect(error?.isDataUnusable == true)
      #expect(error?.file?.hasPrefix(directory) == true)
    }
    #expect(try disk.texts("\(kind):\(directory)/file") == ["text"])
  }

  /// For a missing directory, `/proc` reports that its parent does not exist, although it does.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/1")), arguments: kinds)
  func `a directory that cannot be made below one that is there is an error that names it`(
    _ kind: String
  ) {
    for path in ["/proc/1/x/bank", "/proc/1/x/y/z/bank"] {
      let error = #expect(throws: StoreError.self) { try disk.open("\(kind):\(path)") }
      #expect(error?.code == "store-io")
      #expect(error?.file == "/proc/1/x")
    }
  }

  @Test(arguments: kinds)
  func `a relative path in a directory that was removed is an error and no path from the root`(
    _ kind: String
  ) throws {
    try makeDirectory("gone")
    let before = try FileManager.default.contentsOfDirectory(atPath: "/")
    #expect(
      try disk.run("\(kind):bank", "vanish", directory + "/gone") == ["store-io bank"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: "/") == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
  }

  @Test func `what to do about a removed working directory is said`() {
    let error = StoreError.fileSystem(
      FileSystemError(.findWorkingDirectory, "bank", code: ENOENT))
    #expect(error.text(in: .english).contains("write the path from / on"))
    #expect(error.text(in: .japanese).contains("/ から始まるパス"))
  }

  @Test(arguments: kinds)
  func `any name that a file may have may be a store's`(_ kind: String) throws {
    let names = [
      "a store's %40 #1?&", "が 名前", "か\u{3099} 名前", "line\nfeed", "-", "~", " ", "a:b",
      "日本語/深い/所/bank",
      String(repeating: "n", count: 245),
    ]
    for name in names {
      let specification = "\(kind):\(directory)/\(name)"
      try disk.save(name, in: specification)
      try disk.save("again", in: specification)
      let texts = try disk.texts(specification)
      #expect(texts.map { Array($0.utf8) } == [Array(name.utf8), Array("again".utf8)])
    }
    // The two forms of が are two files if the file system distinguishes them, and otherwise one.
    // Neither of them is ever lost.
    #expect(try disk.texts("\(kind):\(directory)/が 名前").count >= 2)
  }

  @Test(arguments: kinds)
  func `a store keeps its place when the process goes to another directory`(_ kind: String) throws {
    try makeDirectory("elsewhere")
    #expect(try disk.run("\(kind):here/store", "move", directory + "/elsewhere") == ["1"])
    #expect(try disk.texts("\(kind):\(directory)/here/store").count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory + "/elsewhere").isEmpty)
  }

  @Test(arguments: kinds)
  func `a directory that may not be written to is an error that names it, and can be read from`(
    _ kind: String
  ) throws {
    try makeDirectory("locked")
    let specification = "\(kind):\(directory)/locked/store"
    try disk.save("text", in: specification)
    chmod(directory + "/locked/store", 0o644)
    chmod(directory + "/locked", 0o555)
    chmod(directory, 0o755)
    let before = bytes("locked/store")
    let lines = try disk.run("--nobody", specification, "once", "more")
    #expect(lines.count == 1 && lines[0].hasPrefix("store-io \(directory)/locked/store"))
    #expect(try disk.run("--nobody", specification, "count") == ["1"])
    #expect(bytes("locked/store") == before)
  }

  @Test(arguments: kinds)
  func `a file that may not be written to is an error that names it, and can be read from`(
    _ kind: String
  ) throws {
    try makeDirectory("shared", mode: 0o777)
    chmod(directory, 0o755)
    let specification = "\(kind):\(directory)/shared/store"
    try disk.save("text", in: specification)
    // When the tests run as the superuser, the file also belongs to another user than the child
    // process.
    chmod(directory + "/shared/store", 0o444)
    let before = bytes("shared/store")
    let lines = try disk.run("--nobody", specification, "once", "more")
    #expect(lines == ["store-io \(directory)/shared/store"])
    #expect(try disk.run("--nobody", specification, "count") == ["1"])
    #expect(bytes("shared/store") == before)
    chmod(directory + "/shared/store", 0)
    #expect(
      try disk.run("--nobody", specification, "count") == ["store-io \(directory)/shared/store"])
    chmod(directory + "/shared/store", 0o600)
    #expect(bytes("shared/store") == before)
  }

  @Test(arguments: kinds)
  func `a directory that may not be entered is an error and not an empty store`(
    _ kind: String
  ) throws {
    try makeDirectory("closed")
    chmod(directory, 0o755)
    let specification = "\(kind):\(directory)/closed/store"
    try disk.save("text", in: specification)
    chmod(directory + "/closed", 0o644)
    for command in ["once", "count"] {
      let lines = try disk.run("--nobody", specification, command)
      #expect(lines.count == 1 && lines[0].hasPrefix("store-io \(directory)/closed"))
    }
    chmod(directory + "/closed", 0o755)
    #expect(try disk.texts(specification) == ["text"])
  }

  @Test(arguments: kinds)
  func `files are readable by their owner only`(_ kind: String) throws {
    for _ in 1...2 { try disk.save("private", in: "\(kind):\(directory)/store") }
    let attributes = try FileManager.default.attributesOfItem(atPath: directory + "/store")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test(arguments: kinds)
  func `a directory in the place of the index harms nothing, and is named`(_ kind: String) throws {
    let specification = "\(kind):\(directory)/store"
    try disk.save("text", in: specification)
    try makeDirectory("store.index")
    let context = try disk.open(specification)
    if kind == "journal" {
      #expect(context.store.notices == [.foreignIndex(path: directory + "/store.index")])
    }
    context.insert(RealDisk.Entry(text: "more"))
    try context.save()
    try (context.store as? JournalStore)?.compact()
    try context.store.close()
    #expect(try disk.texts(specification) == ["text", "more"])
  }

  @Test(arguments: kinds)
  func `a pipe, a socket or a device is no store, and nobody waits for it`(_ kind: String) throws {
    mkfifo(directory + "/pipe", 0o600)
    for path in [directory + "/pipe", "/dev/zero", "/dev/null"] {
      for access in [StoreAccess.writing, .reading, .salvaging] {
        let error = #expect(throws: StoreError.self, "\(path)") {
          try disk.open("\(kind):\(path)", access: access)
        }
        #expect(error?.code == "not-a-store")
        #expect(error?.file == path)
      }
    }
  }

  @Test(arguments: kinds)
  func `a pipe in the place of the lock is named, and stays`(_ kind: String) throws {
    mkfifo(directory + "/store.lock", 0o600)
    let error = #expect(throws: StoreError.self) { try disk.open("\(kind):\(directory)/store") }
    #expect(error?.file == directory + "/store.lock")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["store.lock"])
  }

  @Test func `a pipe in the place of the index is named, and stays`() throws {
    let specification = "journal:\(directory)/store"
    try disk.save("text", in: specification)
    mkfifo(directory + "/store.index", 0o600)
    let context = try disk.open(specification)
    #expect(context.store.notices == [.foreignIndex(path: directory + "/store.index")])
    try (context.store as? JournalStore)?.compact()
    try context.store.close()
    #expect(try PosixFileSystem().status(of: directory + "/store.index")?.kind == .pipe)
    #expect(try disk.texts(specification) == ["text"])
  }

  /// A name that a store once used for new files, or uses for its lock, leads to a file of another
  /// program.
  @Test(arguments: kinds)
  func `links with names that a store might use are not followed`(_ kind: String) throws {
    let specification = "\(kind):\(directory)/store"
    let victim = directory + "/victim"
    try Data("precious".utf8).write(to: URL(filePath: victim))
    for name in ["store.new", "store.index.new", "store.staged", "store.index"] {
      symlink("victim", directory + "/" + name)
    }
    let context = try disk.open(specification)
    context.insert(RealDisk.Entry(text: "text"))
    try context.save()
    try context.stage([RealDisk.Entry(text: "staged")])
    context.rollback()
    try (context.store as? JournalStore)?.compact()
    try context.store.close()
    symlink("victim", directory + "/store.lock")
    let error = #expect(throws: StoreError.self) { try disk.open(specification) }
    #expect(error?.file == directory + "/store.lock")
    #expect(bytes("victim") == Data("precious".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory).count == 7)
    #expect(try disk.texts(specification) == ["text"])
  }
}
