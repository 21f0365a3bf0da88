import Foundation
import TestKit
import Testing

@testable import QuizKit
@testable import QuizSupport

@Suite struct DeviceFileTests {
  private let disk = SimulatedDisk()
  private let device = DeviceIdentity(0xA)
  private var file: DeviceFile { DeviceFile(of: device, in: "/shared", on: disk) }
  private var header: DeviceHeader { DeviceHeader(device: device, name: "laptop", generation: 1) }

  private static func line(_ key: String) -> SyncLine {
    SyncLine(
      kind: "deck", key: key,
      state: RecordState(
        ["name": "\"\(key)\""], at: HybridClock(1, device: DeviceIdentity(0xA))))
  }

  private func set(_ lines: [String], generation: Int = 1, end: String = "") {
    var text = DeviceHeader(device: device, name: "laptop", generation: generation).bytes
    for line in lines { text += Self.line(line).bytes }
    disk[file.path] = text + Array(end.utf8)
  }

  /// The keys of the lines after `place`, and the result of reading.
  private func read(
    after place: ReadPlace? = nil
  ) throws -> (keys: [String], reading: DeviceFile.Reading) {
    var keys: [String] = []
    let reading = try file.read(after: place) { keys.append($0.key) }
    return (keys, reading)
  }

  @Test func `a line is read as it was written`() throws {
    var state = RecordState(
      ["a": "{\"b\":[1,2.50]}", "c": "\"\\n 日本語\""], at: HybridClock(5, device: device))
    state.set("c", to: "\"x\"", at: HybridClock(6, counter: 2, device: device))
    state.delete(at: HybridClock(7, device: device))
    state.revive(at: HybridClock(8, device: device))
    let line = SyncLine(kind: "question", key: "k", state: state)
    var read: [SyncLine] = []
    disk[file.path] = header.bytes + line.bytes
    let reading = try file.read(after: nil) { read.append($0) }
    #expect(read == [line])
    #expect(reading.problems == [])
    #expect(reading.header == header)
  }

  @Test func `only new lines are read`() throws {
    set(["1", "2"])
    let first = try read()
    #expect(first.keys == ["1", "2"])
    #expect(try read(after: first.reading.place).keys == [])
    set(["1", "2", "3"])
    let second = try read(after: first.reading.place)
    #expect(second.keys == ["3"])
    #expect(second.reading.problems == [])
  }

  @Test func `a file cut at any byte gives the lines that are whole, and the rest later`() throws {
    set(["1", "2", "3"])
    let whole = try #require(disk[file.path])
    for length in 0..<whole.count {
      disk[file.path] = Array(whole[..<length])
      let cut = try read()
      disk[file.path] = whole
      let rest = try read(after: cut.reading.place)
      #expect(cut.keys + rest.keys == ["1", "2", "3"])
      #expect(rest.reading.problems == [])
    }
  }

  @Test(arguments: [0, 1, 20])
  func `a file that becomes shorter while it is read is not complete`(_ left: Int) throws {
    set(["1", "2", "3"])
    let whole = try #require(disk[file.path])
    var reads = 0
    disk.beforeRead = { [disk, file] path in
      reads += 1
      if path == file.path, reads == 3 {
        disk.shorten(path, to: whole.count - Self.line("3").bytes.count - left)
      }
      // A reader that waits for the bytes that are gone would never end.
      if reads == 1_000 { disk[file.path] = whole }
    }
    let found = try read()
    #expect(reads < 1_000)
    #expect(found.keys == (left == 0 ? ["1", "2"] : ["1"]))
    #expect(found.reading.problems.map(\.code) == ["sync-incomplete"])
    disk.beforeRead = nil
    disk[file.path] = whole
    #expect(try read(after: found.reading.place).reading.problems == [])
  }

  @Test(arguments: 1...6, [0, 1])
  func `at whatever moment a file becomes shorter, all of it comes once it is whole again`(
    _ moment: Int, known: Int
  ) throws {
    set(["1", "2", "3"])
    let whole = try #require(disk[file.path])
    set(Array(["1", "2", "3"].prefix(known)))
    let before = known == 0 ? nil : try read().reading.place
    for length in stride(from: 0, to: whole.count, by: 7) {
      disk[file.path] = whole
      var reads = 0
      disk.beforeRead = { [disk, file] path in
        reads += 1
        if path == file.path, reads == moment { disk.shorten(path, to: length) }
      }
      let first = try read(after: before)
      disk.beforeRead = nil
      disk[file.path] = whole
      let second = try read(after: first.reading.place)
      #expect(first.keys + second.keys == Array(["1", "2", "3"].dropFirst(known)))
      #expect(second.reading.problems == [])
    }
  }

  @Test func `a damaged line waits with those after it, and is named`() throws {
    set(["1"], end: "\0\0\0\n" + String(decoding: Self.line("3").bytes, as: UTF8.self))
    let damaged = try read()
    #expect(damaged.keys == ["1"])
    let problem = try #require(damaged.reading.problems.first)
    #expect(problem.code == "sync-incomplete")
    #expect(problem.line == 3)
    #expect(problem.waits)
    set(["1", "2", "3"])
    #expect(try read(after: damaged.reading.place).keys == ["2", "3"])
  }

  @Test(arguments: [
    "[]", "{}", "{\"deck\":\"k\"}", "{\"deck\":\"k\",\"base\":\"1.0.000000000000000a\"}",
    "{\"deck\":5,\"base\":\"1.0.000000000000000a\",\"fields\":{}}",
    "{\"deck\":\"\",\"base\":\"1.0.000000000000000a\",\"fields\":{}}",
    "{\"deck\":\"k\",\"base\":\"yesterday\",\"fields\":{}}",
    "{\"deck\":\"k\",\"question\":\"k\",\"base\":\"1.0.000000000000000a\",\"fields\":{}}",
  ])
  func `a line that breaks a rule is named and passed over`(_ line: String) throws {
    set(["1"], end: line + "\n" + String(decoding: Self.line("3").bytes, as: UTF8.self))
    let found = try read()
    #expect(found.keys == ["1", "3"])
    #expect(found.reading.problems.map(\.code) == ["sync-refused"])
    #expect(found.reading.problems.map(\.line) == [3])
  }

  @Test func `an older copy of the file is known as such`() throws {
    set(["1", "2"])
    let place = try read().reading.place
    set(["1"])
    #expect(try read(after: place).reading.problems.map(\.code) == ["sync-older"])
    set(["1", "2", "3"], generation: 2)
    let second = try read(after: place)
    #expect(second.keys == ["1", "2", "3"])
    set(["1", "2", "3", "4", "5"])
    #expect(try read(after: second.reading.place).reading.problems.map(\.code) == ["sync-older"])
  }

  @Test func `a file whose beginning changed waits`() throws {
    set(["1", "2"])
    let place = try read().reading.place
    set(["1", "9", "3"])
    let changed = try read(after: place)
    #expect(changed.keys == [])
    #expect(changed.reading.problems.map(\.code) == ["sync-changed"])
    #expect(changed.reading.place == place)
  }

  @Test(arguments: [
    "hello\n", "{}\n",
    "{\"format\":\"x\",\"version\":1,\"device\":\"000000000000000a\",\"name\":\"\",\"generation\":"
      + "1}\n",
  ])
  func `a file of something else is named`(_ text: String) throws {
    disk[file.path] = Array(text.utf8)
    let found = try read()
    #expect(found.reading.problems.map(\.code) == ["sync-foreign"])
    #expect(found.reading.place == nil)
  }

  @Test func `a file of a newer version is named`() throws {
    var header = header
    header.version = DeviceHeader.currentVersion + 1
    disk[file.path] = header.bytes
    #expect(try read().reading.problems.map(\.code) == ["sync-newer"])
  }

  @Test func `of many lines that break a rule three are told and the others counted`() throws {
    set(["1"], end: String(repeating: "1\n", count: 10_000))
    let found = try read()
    #expect(found.reading.problems.map(\.line) == [3, 4, 5])
    #expect(found.reading.problems.map(\.more) == [0, 0, 9_997])
    #expect(found.reading.place?.lines == 10_002)
    let last = try #require(found.reading.problems.last)
    #expect(last.text(in: .english).hasSuffix(" There are 9997 more of this kind."))
    #expect(last.text(in: .japanese).hasSuffix("同じ種類がほかに 9997 件あります。"))
  }

  @Test func `problems are counted by file and by kind`() {
    var problems = SyncProblems()
    for line in 1...5 {
      problems.count(SyncProblem(.refused(Reason("a", "b")), file: "f", line: line))
      problems.count(SyncProblem(.refused(Reason("a", "b")), file: "g", line: line))
      problems.count(SyncProblem(.conflictCopy, file: "copy \(line)"))
      problems.append(SyncProblem(.missing, file: "device \(line)"))
    }
    #expect(problems.all.count == 3 + 3 + 3 + 5)
    #expect(problems.all.filter { $0.more == 2 }.map(\.file) == ["f", "g", "copy 3"])
  }

  @Test func `every problem is told in both languages`() throws {
    let causes: [SyncProblem.Cause] = [
      .missing, .older, .changed, .incomplete, .unreadable(Reason("a", "b")), .longLine,
      .refused(Reason("a", "b")), .damaged(Reason("a", "b")), .foreign, .newer(2), .conflictCopy,
      .copied, .system(Reason(verbatim: "x")),
      .contradiction(Reason("a", "b")),
    ]
    for cause in causes {
      let problem = SyncProblem(cause, file: "f")
      #expect(problem.text(in: .english) != problem.text(in: .japanese))
    }
  }

  @Test func `lines that git has ended with CR LF are read and continued as ever`()
    throws
  {
    set(["1", "2"])
    let first = try read()
    let whole = try #require(disk[file.path])
    disk[file.path] = whole.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    let rewritten = try read()
    #expect(rewritten.keys == ["1", "2"])
    #expect(rewritten.reading.place == first.reading.place)
    let again = try read(after: first.reading.place)
    #expect(again.keys == [] && again.reading.problems == [])
    try file.append(Self.line("3").bytes, at: try #require(first.reading.place))
    let appended = try read(after: first.reading.place)
    #expect(appended.keys == ["3"] && appended.reading.problems == [])
  }

  @Test(arguments: [0, 1, 2, 3])
  func `a deletion that nothing could follow is refused`(before last: Int) throws {
    let clock = HybridClock(
      HybridClock.times.upperBound - 1, counter: HybridClock.counters.upperBound - 1 - last,
      device: DeviceIdentity(0xB))
    var state = RecordState(["name": "\"x\""], at: HybridClock(1, device: device))
    state.delete(at: clock)
    disk[file.path] = header.bytes + SyncLine(kind: "deck", key: "k", state: state).bytes
    let found = try read()
    #expect(found.keys == (last < 2 ? [] : ["k"]))
    #expect(found.reading.problems.count == (last < 2 ? 1 : 0))
    if last >= 2 {
      let back = try #require(clock.next(at: 5, on: device))
      state.revive(at: back)
      #expect(state.isAlive)
      disk[file.path] = header.bytes + SyncLine(kind: "deck", key: "k", state: state).bytes
      #expect(try read().keys == ["k"], "what brings it back is read by all")
    }
  }
}
