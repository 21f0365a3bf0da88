import Testing

@testable import QuizSupport

@Suite struct ZipArchiveTests {
  private func contents(_ sample: ZipSample, _ name: String, limit: Int = 1_000) throws -> String {
    let archive = try ZipArchive(sample.bytes)
    let entry = try #require(archive[name])
    return String(decoding: try archive.contents(of: entry, limit: limit), as: UTF8.self)
  }

  @Test func `files come in the order of the directory`() throws {
    let archive = try ZipArchive(ZipSample(["b.txt": "one", "a/c.txt": "two"]).bytes)
    #expect(archive.entries.map(\.name) == ["b.txt", "a/c.txt"])
    #expect(try contents(ZipSample(["b.txt": "one"]), "b.txt") == "one")
  }

  @Test func `bytes before the package and behind it are passed over`() throws {
    var sample = ZipSample(["a": "text"])
    sample.before = Array("#!/bin/sh\n".utf8)
    #expect(try contents(sample, "a") == "text")
    sample.after = [UInt8](repeating: 0x3C, count: 100_000)
    #expect(try contents(sample, "a") == "text")
  }

  @Test func `an end record in the comment of another one is not the end`() throws {
    var sample = ZipSample(["a": "text"])
    sample.after = ZipSample(["b": "other"]).bytes
    #expect(try ZipArchive(sample.bytes).entries.map(\.name) == ["b"])
  }

  @Test func `a package with numbers of 64 bits is read`() throws {
    var sample = ZipSample(["a": "text"])
    sample.isWide = true
    #expect(try contents(sample, "a") == "text")
    sample.before = [1, 2, 3]
    #expect(try contents(sample, "a") == "text")
  }

  @Test func `sizes may stand behind the contents`() throws {
    var sample = ZipSample(["a": "text", "b": "more"])
    sample.entries[0].flags |= 8
    #expect(try contents(sample, "a") == "text")
  }

  @Test func `names that leave the package are no files`() throws {
    let archive = try ZipArchive(
      ZipSample(["../a": "1", "/b": "2", "x/../../c": "3", "C:\\d": "4", "e..f": "5", "g/": ""])
        .bytes)
    #expect(archive.entries.map(\.name) == ["e..f"])
    #expect(archive.leavingNames == ["../a", "/b", "x/../../c", "C:/d"])
  }

  @Test func `control characters of a name are replaced`() throws {
    let archive = try ZipArchive(ZipSample(["a\u{1B}[31m": "1"]).bytes)
    #expect(archive.entries.map(\.name) == ["a\u{FFFD}[31m"])
  }

  private func fault(_ change: (inout ZipSample) -> Void) -> PackageError? {
    var sample = ZipSample(["a.xml": "first text", "b.xml": "second text"])
    change(&sample)
    do throws(PackageError) {
      let archive = try ZipArchive(sample.bytes)
      for entry in archive.entries { _ = try archive.contents(of: entry, limit: 1_000) }
      return nil
    } catch {
      return error
    }
  }

  @Test func `a wrong checksum is found`() {
    #expect(fault { $0.entries[1].checksum = 7 } == .damaged(entry: "b.xml", .checksum))
  }

  @Test func `a size that is a lie is found`() {
    #expect(fault { $0.entries[1].size = 5 } == .damaged(entry: "b.xml", .size))
    #expect(
      fault { $0.entries[0].directorySize = 5 } == .damaged(entry: "a.xml", .headersDiffer))
  }

  @Test func `bytes behind the end of what is compressed are found`() {
    let text = Array("text".utf8)
    let stored: [UInt8] = [1, 4, 0, 0xFB, 0xFF] + text
    for (packed, expected) in [
      (stored, nil), (stored + [0], PackageError.damaged(entry: "b.xml", .compression(.endsEarly))),
    ] {
      let found = fault {
        $0.entries[1].contents = text
        ($0.entries[1].packed, $0.entries[1].method) = (packed, 8)
      }
      #expect(found == expected)
    }
  }

  @Test func `a place outside of the package is found`() {
    #expect(fault { $0.entries[0].start = 1_000_000 } == .damaged(entry: "a.xml", .outOfBounds))
    #expect(fault { $0.entries[0].start = 3 } == .damaged(entry: "a.xml", .outOfBounds))
  }

  @Test func `files that share bytes are refused`() {
    #expect(
      fault {
        $0.entries[1].start = 0
        $0.entries[1].contents = $0.entries[0].contents
        $0.entries[1].headerName = "a.xml"
        $0.entries[1].name = "a.xml"
      } == .damaged(entry: "a.xml", .overlap))
  }

  @Test func `two files with one name are refused`() {
    #expect(fault { $0.entries[1].name = "a.xml" } == .damaged(entry: "a.xml", .repeatedName))
  }

  @Test func `a file that is written twice with the same contents is one file`() throws {
    let sample = ZipSample(["a": "text", "b": "more", "a": "text"])
    #expect(try ZipArchive(sample.bytes).entries.map(\.name) == ["a", "b"])
    #expect(try contents(sample, "b") == "more")
  }

  @Test func `a header with another name is refused`() {
    #expect(
      fault { $0.entries[1].headerName = "c.xml" } == .damaged(entry: "b.xml", .headersDiffer))
  }

  @Test(arguments: [1, 3]) func `a directory of another length is refused`(count: Int) {
    #expect(fault { $0.count = count } == .damaged(entry: nil, .badCount))
  }

  @Test func `what is encrypted or packed in an unknown way is named`() {
    #expect(fault { $0.entries[0].flags |= 1 } == .unsupported(entry: "a.xml", .encryption))
    #expect(fault { $0.entries[0].method = 12 } == .unsupported(entry: "a.xml", .method(12)))
  }

  @Test func `a file above the limit is not unpacked`() throws {
    let archive = try ZipArchive(ZipSample(["a": "12345"]).bytes)
    #expect(throws: PackageError.tooLarge(entry: "a", limit: 4)) {
      try archive.contents(of: archive.entries[0], limit: 4)
    }
  }

  @Test func `each cut package is damaged`() {
    let bytes = ZipSample(["a": "one", "b": "two"]).bytes
    for count in 0..<bytes.count {
      #expect(throws: PackageError.self) { try ZipArchive(Array(bytes.prefix(count))) }
    }
  }

  @Test func `what the writer writes is read`() throws {
    var output = ZipOutput()
    let bytes = output.file("x/日本.txt", [1, 2, 3]) + output.file("empty", []) + output.end()
    let archive = try ZipArchive(bytes)
    #expect(archive.entries.map(\.name) == ["x/日本.txt", "empty"])
    #expect(try archive.contents(of: archive.entries[0], limit: 9) == [1, 2, 3])
    #expect(try archive.contents(of: archive.entries[1], limit: 9) == [])
  }
}
