import Foundation
import Testing

@testable import QuizKit

/// Files with several names, and files that lose theirs.
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

  /// A journal is written in its place, a JSON file and a compacted journal are new files: then the
  /// other name keeps the old one.
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
    #expect(try disk.texts(second) == (kind == "json" ? ["a"] : ["a", "b"]))
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
    // As a program for synchronising does it.
    try FileManager.default.copyItem(atPath: directory + "/store", toPath: directory + "/copy")
    rename(directory + "/copy", directory + "/store")
    context.insert(RealDisk.Entry(text: "second"))
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == "store-changed-outside")
    try context.store.close()
    #expect(try disk.texts(specification) == ["first"])
  }
}
