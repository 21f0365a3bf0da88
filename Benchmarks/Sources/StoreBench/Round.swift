import Foundation
import StoreBenchKit

/// One measurement of everything, with the contenders in turn: the machine is faster or slower for
/// some seconds at a time, and contenders to be compared should meet the same conditions.
struct Round {
  var ours: Figures
  var peer: Figures
  /// The milliseconds of an append of 900 bytes and its sync.
  var appendAndSync: Double
  /// The milliseconds of reading the bytes of a record and no more.
  var read: Double
  /// The milliseconds of a save of the archive, with our encoder and with Foundation's.
  var archive: (ours: Double, encoder: Double)?

  /// Seconds to wait before single saves are measured. The disk goes on writing the built stores
  /// (0.1 GB at 100,000 records) long after it has reported to the system that it is done, and
  /// until then a sync takes up to twice as long.
  private static let settling = 4.0

  init(count: Int, directory: String, _ processor: DiskProcessor) throws {
    var peer = try Candidate("StoreWorkerGRDB", count: count, in: directory)
    defer { peer.remove() }
    var ours = try Candidate("StoreWorkerQuizKit", count: count, in: directory)
    defer { ours.remove() }
    func alternate(_ turns: Int, _ body: (inout Candidate, Int) throws -> Void) throws {
      for turn in 0..<turns {
        // Each contender is first in turn, so that neither always gets the processor that the other
        // left.
        if turn % 2 == 0 { try body(&peer, turn) }
        try body(&ours, turn)
        if turn % 2 == 1 { try body(&peer, turn) }
      }
    }
    try alternate(1) { candidate, _ in try candidate.build() }
    try alternate(15) { candidate, _ in try candidate.measure(process: "page") }
    try alternate(9) { candidate, _ in try candidate.measure(process: "load") }
    try alternate(5) { candidate, _ in try candidate.measure(task: "reads") }
    read = try median((0..<5).map { _ in try Floors.read(in: directory, count: count) })
    Thread.sleep(forTimeInterval: Self.settling)
    var floors: [Double] = []
    var saving = [peer, ours]
    try processor.run {
      for turn in 0..<3 {
        try Candidate.measureSaves(&saving, turn: turn)
        floors.append(try Floors.appendAndSync(in: directory))
      }
    }
    self.peer = saving[0].figures
    self.ours = saving[1].figures
    appendAndSync = median(floors)
    if count == 10_000 { archive = try Self.archive(count, directory, processor) }
  }

  private static func archive(
    _ count: Int, _ directory: String, _ processor: DiskProcessor
  ) throws -> (ours: Double, encoder: Double) {
    var archive = try Candidate(
      "StoreWorkerQuizKit", variant: "json", count: count, in: directory)
    defer { archive.remove() }
    try archive.build()
    var saving = [archive]
    try processor.run { try Candidate.measureSaves(&saving, turn: 0) }
    return (
      saving[0].figures["updateOne"] ?? .nan,
      try Floors.wholeFile(in: directory, count: count)
    )
  }
}
