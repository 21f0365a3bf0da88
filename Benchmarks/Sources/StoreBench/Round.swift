import Foundation
import StoreBenchKit

/// What one contender needed in one round: milliseconds, kilobytes, bytes, by name.
typealias Figures = [String: Double]

/// One measurement of everything, one after the other, so that what is compared is done close
/// together: the machine may have other work to do.
struct Round {
  var ours: Figures
  var peer: Figures
  /// The milliseconds of an append of 900 bytes and its sync.
  var appendAndSync: Double
  /// The milliseconds of a save of the archive, ours and with Foundation's encoder.
  var archive: (ours: Double, encoder: Double)?

  init(count: Int, directory: String, _ processor: DiskProcessor) throws {
    peer = try Self.figures("StoreWorkerGRDB", "", count, directory, processor)
    ours = try Self.figures("StoreWorkerQuizKit", "", count, directory, processor)
    appendAndSync = try processor.run { try Floors.appendAndSync(in: directory) }
    if count == 10_000 {
      let figures = try Self.figures(
        "StoreWorkerQuizKit", "json", count, directory, processor, page: false)
      archive = (
        figures["updateOne"] ?? .nan, try Floors.wholeFile(in: directory, count: count)
      )
    }
  }

  /// Seconds after which single saves are measured. The disk goes on with what was built (0.1 GB at
  /// 100,000 records) when the system has long been told that it is done, and until then a sync takes
  /// up to twice as long; the slower of two contenders would leave it that time, the faster would not.
  private static let settling = 4.0

  private static func figures(
    _ worker: String, _ variant: String, _ count: Int, _ parent: String,
    _ processor: DiskProcessor, page: Bool = true
  ) throws -> Figures {
    let directory = "\(parent)/\(worker)\(variant)"
    defer { _ = try? FileManager.default.removeItem(atPath: directory) }
    try? FileManager.default.removeItem(atPath: directory)
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    func run(_ task: String) throws -> Figures {
      try WorkerProcess(worker).run([task, directory, String(count), variant])
    }
    var figures = ["bulk": try run("build")["insert", default: .nan] * 1000 / Double(count)]
    figures["bytes"] = Double(try size(of: directory)) / Double(count)
    if count <= 10_000 { _ = try run("check") }
    if page {
      let pages = try (0..<15).map { _ in try run("page") }
      figures["page"] = median(pages.map { $0["wall", default: .nan] })
      figures["pageMemory"] = pages[0]["memory"]
      let loads = try (0..<5).map { _ in try run("load") }
      figures["load"] = median(loads.map { $0["wall", default: .nan] })
      figures["loadMemory"] = loads[0]["memory"]
    }
    if page { figures.merge(try run("reads")) { first, _ in first } }
    Thread.sleep(forTimeInterval: settling)
    let saves = try processor.run { try run("saves") }
    return figures.merging(saves) { first, _ in first }
  }

  private static func size(of directory: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: directory).reduce(0) { sum, name in
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(directory)/\(name)")
      return sum + (attributes[.size] as? Int ?? 0)
    }
  }
}
