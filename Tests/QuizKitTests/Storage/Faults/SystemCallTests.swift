import Foundation
import Testing

@testable import QuizStore

/// Tests calls to the operating system that do only part of their work, or none for the moment.
@Suite struct SystemCallTests {
  @Test func `a call that a signal interrupts is made again`() throws {
    var results: [(Int, Int32)] = [(-1, EINTR), (-1, EINTR), (7, 0)]
    let result = try retrying(.write, "/f") {
      let (result, code) = results.removeFirst()
      errno = code
      return result
    }
    #expect(result == 7 && results.isEmpty)
  }

  @Test(arguments: [EAGAIN, EIO, ENOSPC])
  func `a call that fails is not made again`(_ code: Int32) {
    var calls = 0
    let error = #expect(throws: FileSystemError.self) {
      try retrying(.sync, "/f") {
        calls += 1
        errno = code
        return -1
      }
    }
    #expect(calls == 1)
    #expect(error == FileSystemError(.sync, "/f", code: code))
  }

  @Test func `a transfer of a part is followed by one of the rest`() throws {
    var parts: [(Range<Int>, Int)] = [(0..<10, 3), (3..<10, 1), (4..<10, 6)]
    let done = try transferring(.write, "/f", count: 10) { range in
      let (expected, result) = parts.removeFirst()
      #expect(range == expected)
      return result
    }
    #expect(done == 10 && parts.isEmpty)
  }

  @Test func `a transfer that is interrupted goes on where it was`() throws {
    var results: [(Int, Int32)] = [(4, 0), (-1, EINTR), (6, 0)]
    var ranges: [Range<Int>] = []
    let done = try transferring(.read, "/f", count: 10) { range in
      ranges.append(range)
      let (result, code) = results.removeFirst()
      errno = code
      return result
    }
    #expect(done == 10 && ranges == [0..<10, 4..<10, 4..<10])
  }

  @Test func `a transfer of nothing ends it, and says how much there was`() throws {
    var results = [4, 0]
    #expect(try transferring(.read, "/f", count: 10) { _ in results.removeFirst() } == 4)
    #expect(results.isEmpty)
  }

  @Test func `a file gives back what was written, and fewer bytes at its end`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/qa-\(UUID().uuidString)"
    let fileSystem = PosixFileSystem()
    let file = try fileSystem.open(path, for: .creating(as: path))
    try file.write([1, 2, 3, 4], at: 0)
    try file.write([], at: 4)
    #expect(try file.read(at: 1, count: 100) == [2, 3, 4])
    #expect(try file.read(at: 9, count: 1).isEmpty)
    try file.close()
    try file.close()
    try fileSystem.remove(path)
  }

  @Test func `a file knows whether its path leads to it, also when nobody asked before`() throws {
    let disk = try RealDisk()
    let (path, other) = (disk.directory + "/file", disk.directory + "/other")
    let fileSystem = PosixFileSystem()
    for asksBefore in [false, true] {
      let file = try fileSystem.open(path, for: .creating(as: path))
      if asksBefore { #expect(try file.isAt(path)) }
      _ = try fileSystem.open(other, for: .creating(as: other))
      try fileSystem.rename(other, to: path)
      #expect(try !file.isAt(path))
      try fileSystem.remove(path)
      #expect(try !file.isAt(path))
    }
  }

  @Test func `what everybody may use has the permissions that the umask leaves`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.resolvingSymlinksInPath().path
    func permissions(_ name: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions] as? Int
    }
    // Create a directory and a file as other programs do.
    try FileManager.default.createDirectory(atPath: path + "/d", withIntermediateDirectories: false)
    try Data().write(to: folder.appending(path: "f"))
    for (audience, directory, file) in [
      (PosixFileSystem.Audience.owner, 0o700, 0o600),
      (.everybody, try permissions("d") ?? 0, try permissions("f") ?? 0),
    ] {
      let fileSystem = PosixFileSystem(for: audience)
      try fileSystem.createDirectory(path + "/\(audience)")
      try fileSystem.replace(path + "/\(audience)/file", with: [1])
      #expect(try permissions("\(audience)") == directory)
      #expect(try permissions("\(audience)/file") == file)
    }
  }
}
