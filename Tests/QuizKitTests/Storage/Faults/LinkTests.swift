import Foundation
import Testing

@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Tests files with several names, and files that lose their name.
@Suite(.serialized) struct LinkTests {
  private let disk: RealDisk
  private static let kinds = ["journal", "json"]
  private var directory: String { disk.directory }

  init() throws {
    disk = try RealDisk()
  }

  private func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: directory + "/" + name, withIntermediateDirectories: true)
  }

  private func compact(_ specification: String) throws {
    let context = try disk.open(specification)
    try (context.store as? JournalStore)?.compact()
    try context.store.close()
  }

  @Test(arguments: kinds, [false, true])
  func `a link stays a link and its target is written, whether that exists or not`(
    _ kind: String, _ exists: Bool
  ) throws {
    try makeDirectory("real")
    if exists { try disk.save("before", in: "\(kind):\(directory)/real/target") }
    symlink("real/target", directory + "/link")
    symlink(directory + "/link", directory + "/link to the link")
    for name in ["link", "link to the link"] {
      try disk.save("through the \(name)", in: "\(kind):\(directory)/\(name)")
      try compact("\(kind):\(directory)/\(name)")
    }
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: directory + "/link")
    #expect(link == "real/target")
    #expect(
      try disk.texts("\(kind):\(directory)/real/target")
        == (exists ? ["before"] : []) + ["through the link", "through the link to the link"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory).count == 3)
  }

  @Test func `a link into a directory that does not exist makes that directory`() throws {
    symlink("missing/target", directory + "/link")
    try disk.save("text", in: "journal:\(directory)/link")
    #expect(try disk.texts("journal:\(directory)/missing/target") == ["text"])
  }

  /// A journal is written in place, while a JSON file is replaced by a new one. The other name then
  /// keeps the old file.
  @Test(arguments: kinds)
  func `of a file with two names the one that was opened has every save`(_ kind: String) throws {
    let (first, second) = ("\(kind):\(directory)/first", "\(kind):\(directory)/second")
    try disk.save("a", in: first)
    link(directory + "/first", directory + "/second")
    try disk.save("b", in: first)
    #expect(try disk.texts(first) == ["a", "b"])
    #expect(try disk.texts(second) == (kind == "json" ? ["a"] : ["a", "b"]))
    try compact(first)
    try disk.save("c", in: first)
    #expect(try disk.texts(first) == ["a", "b", "c"])
    #expect(try disk.texts(second) == (kind == "json" ? ["a"] : ["a", "b", "c"]))
  }

  @Test(arguments: kinds)
  func `a file with two names has one lock`(_ kind: String) throws {
    let (first, second) = ("\(kind):\(directory)/first", "\(kind):\(directory)/elsewhere/second")
    try makeDirectory("elsewhere")
    try disk.save("a", in: first)
    link(directory + "/first", directory + "/elsewhere/second")
    let context = try disk.open(first)
    let error = #expect(throws: StoreError.self) { try disk.open(second) }
    #expect(error?.code == "store-in-use")
    #expect(error?.file == directory + "/elsewhere/second")
    #expect(try disk.open(second, access: .reading).count(FetchDescriptor<RealDisk.Entry>()) == 1)
    try context.store.close()
    try disk.save("b", in: second)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory + "/elsewhere") == ["second"])
  }

  @Test(arguments: kinds)
  func `a file that gets a second name after it was replaced has one lock too`(
    _ kind: String
  ) throws {
    let context = try disk.open("\(kind):\(directory)/first")
    context.insert(RealDisk.Entry(text: "a"))
    try context.save()
    try (context.store as? JournalStore)?.compact()
    link(directory + "/first", directory + "/second")
    let error = #expect(throws: StoreError.self) { try disk.open("\(kind):\(directory)/second") }
    #expect(error?.code == "store-in-use")
    try context.store.close()
    try disk.save("b", in: "\(kind):\(directory)/second")
  }

  @Test(arguments: kinds)
  func `what becomes of the names of a file is said when it is opened to be written`(
    _ kind: String
  ) throws {
    let specification = "\(kind):\(directory)/first"
    try disk.save("a", in: specification)
    #expect(try notices(specification).isEmpty)
    link(directory + "/first", directory + "/second")
    let fate: StoreNotice.Names = kind == "json" ? .willPart : .keptTogether
    #expect(
      try notices(specification) == [.severalNames(path: directory + "/first", 2, fate)])
    #expect(try notices(specification, access: .reading).isEmpty)
    unlink(directory + "/second")
    #expect(try notices(specification).isEmpty)
  }

  private func notices(
    _ specification: String, access: StoreAccess = .writing
  ) throws -> [StoreNotice] {
    let store = try disk.open(specification, access: access).store
    defer { _ = store }
    let notices = store.notices
    try store.close()
    return notices
  }

  @Test func `a journal with two names is not compacted when it is closed`() throws {
    let specification = "journal:\(directory)/first"
    try disk.save("a", in: specification)
    link(directory + "/first", directory + "/second")
    let context = try disk.open(specification)
    // A compaction keeps what can be undone.
    context.undoLimit = 0
    let text = String(repeating: "x", count: 1 << 14)
    for _ in 1...16 {
      let id = context.insert(RealDisk.Entry(text: text))
      try context.save()
      try context.delete(context.resolve(id))
      try context.save()
    }
    try context.store.close()
    #expect(try disk.texts("journal:\(directory)/second") == ["a"])
    let status = try #require(try PosixFileSystem().status(of: directory + "/first"))
    #expect(status.identity == (try PosixFileSystem().status(of: directory + "/second"))?.identity)
    #expect(status.size > 16 << 14)
    unlink(directory + "/second")
    try disk.open(specification).store.close()
    #expect(try #require(try PosixFileSystem().status(of: directory + "/first")).size < 1 << 14)
  }

  @Test func `an export does not part the names of a file`() throws {
    try Data("old".utf8).write(to: URL(filePath: directory + "/first"))
    link(directory + "/first", directory + "/second")
    let error = #expect(throws: UserFileError.self) {
      try DiskFiles().write(Array("new".utf8), to: directory + "/first", isPrivate: false)
    }
    #expect(error?.code == "unwritable-file")
    #expect(error?.text(in: .english).contains("2 names") == true)
    #expect(FileManager.default.contents(atPath: directory + "/second") == Data("old".utf8))
    #expect(FileManager.default.contents(atPath: directory + "/first") == Data("old".utf8))
  }

  @Test(arguments: kinds)
  func `a store whose directory is moved away is not written to`(_ kind: String) throws {
    let context = try disk.open("\(kind):\(directory)/here/store")
    context.insert(RealDisk.Entry(text: "first"))
    try context.save()
    try FileManager.default.moveItem(
      atPath: directory + "/here", toPath: directory + "/there")
    context.insert(RealDisk.Entry(text: "second"))
    #expect(throws: StoreError.self) { try context.save() }
    #expect(context.hasChanges)
    try context.store.close()
    #expect(try disk.texts("\(kind):\(directory)/there/store") == ["first"])
  }

  @Test(arguments: kinds, [false, true])
  func `a store whose file or directory is removed fails to save, and says so`(
    _ kind: String, _ isDirectory: Bool
  ) throws {
    let context = try disk.open("\(kind):\(directory)/here/store")
    context.insert(RealDisk.Entry(text: "first"))
    try context.save()
    try FileManager.default.removeItem(atPath: directory + (isDirectory ? "/here" : "/here/store"))
    context.insert(RealDisk.Entry(text: "second"))
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == "store-changed-outside")
    #expect(context.hasChanges)
    try context.store.close()
  }

  @Test(arguments: kinds)
  func `a store whose file was put in the place of another is not written to`(_ kind: String) throws
  {
    let specification = "\(kind):\(directory)/store"
    let context = try disk.open(specification)
    context.insert(RealDisk.Entry(text: "first"))
    try context.save()
    // A synchronization program copies files like this.
    try FileManager.default.copyItem(atPath: directory + "/store", toPath: directory + "/copy")
    rename(directory + "/copy", directory + "/store")
    context.insert(RealDisk.Entry(text: "second"))
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == "store-changed-outside")
    try context.store.close()
    #expect(try disk.texts(specification) == ["first"])
  }
}
