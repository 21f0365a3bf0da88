import Foundation
import Signals
import Testing

@testable import QuizStore
@testable import QuizSupport

/// A folder of whose changes the system tells, if there is one.
private let room = [NSTemporaryDirectory(), "/dev/shm"].first(where: MountTable.isLocal)

/// Real files, because the kernel tells of no others.
@Suite(.enabled(if: room != nil, "no folder of whose changes the system tells"))
final class FileWatchTests {
  private let folder: URL
  private let loop = EventLoop<FileNews>()
  private let watch: FileWatch
  private let bag = DisposeBag()
  private var changes = 0
  private var isOver = false

  init() throws {
    folder = URL(filePath: try #require(room)).appending(path: "watch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    watch = FileWatch { [mailbox = loop.mailbox] in mailbox.post($0) }
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      // One test removes it itself.
    }
  }

  private func url(_ name: String) -> URL { folder.appending(path: name) }

  private func begin(_ name: String = "bank") {
    watch.changes(of: url(name).path(percentEncoded: false)).observe(
      { [unowned self] in
        changes += 1
        loop.stop()
      },
      completed: { [unowned self] in
        isOver = true
        loop.stop()
      }
    ).disposed(by: bag)
  }

  /// Does some work and waits for the news of it.
  private func hears(of work: () throws -> Void) throws -> Bool {
    let before = changes
    try work()
    let limit = loop.after(.seconds(20)) { [loop] in loop.stop() }
    while changes == before, !isOver, loop.now < .seconds(20) { loop.run(watch.deliver) }
    limit.dispose()
    return changes > before
  }

  private func append(_ text: String, to name: String) throws {
    let file = try FileHandle(forWritingTo: url(name))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  @Test func `what is written to the file is told`() throws {
    try Data("one".utf8).write(to: url("bank"))
    begin()
    #expect(try hears { try append("two", to: "bank") })
    #expect(try hears { try append("three", to: "bank") })
  }

  @Test func `a file that takes the place of the old one is told, and then what is written to it`()
    throws
  {
    try Data("old".utf8).write(to: url("bank"))
    begin()
    try Data("new".utf8).write(to: url("bank.tmp"))
    #expect(try hears { try PosixFileSystem().rename(path("bank.tmp"), to: path("bank")) })
    #expect(try hears { try append("more", to: "bank") })
  }

  private func path(_ name: String) -> String { url(name).path(percentEncoded: false) }

  @Test func `a file that comes later is told`() throws {
    begin()
    #expect(try hears { try Data("new".utf8).write(to: url("bank")) })
    #expect(!isOver)
  }

  @Test func `what is written by another name of the file is told`() throws {
    try Data("one".utf8).write(to: url("bank"))
    let other = url("other")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    try FileManager.default.linkItem(at: url("bank"), to: other.appending(path: "name"))
    begin()
    #expect(try hears { try append("two", to: "other/name") })
  }

  @Test func `nothing more can be told once the folder is gone`() throws {
    try Data("one".utf8).write(to: url("bank"))
    begin()
    _ = try hears { try FileManager.default.removeItem(at: folder) }
    while !isOver, loop.now < .seconds(20) { loop.run(watch.deliver) }
    #expect(isOver)
  }

  @Test func `a folder that cannot be watched is told at once`() {
    begin("missing/bank")
    #expect(isOver)
  }

  @Test func `nothing is told of a watch that has ended`() throws {
    try Data("one".utf8).write(to: url("bank"))
    begin()
    bag.dispose()
    watch.deliver(.changed)
    #expect(changes == 0 && !isOver)
  }
}
