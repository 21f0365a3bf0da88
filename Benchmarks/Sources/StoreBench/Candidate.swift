import Foundation
import StoreBenchKit

/// The measured needs of one contender by name: milliseconds, kilobytes, bytes.
typealias Figures = [String: Double]

/// A contender, its store on the disk, and its measurements.
struct Candidate {
  private let worker: WorkerProcess
  private let variant: String
  private let directory: String
  private let count: Int
  private var measured: [String: [Double]] = [:]

  /// Creates the contender's empty directory in `parent`.
  init(_ worker: String, variant: String = "", count: Int, in parent: String) throws {
    self.worker = WorkerProcess(worker, in: parent)
    self.variant = variant
    self.count = count
    directory = "\(parent)/\(worker)\(variant)-store"
    try? FileManager.default.removeItem(atPath: directory)
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
  }

  /// The median of each figure.
  var figures: Figures { measured.mapValues { median($0) } }

  /// Makes the contender build its store.
  mutating func build() throws {
    note("bulk", try run("build")["insert", default: .nan] * 1000 / Double(count))
    note("bytes", Double(try size()) / Double(count))
    if count <= 10_000 { _ = try run("check") }
  }

  /// Measures a process as a whole, and records the figures as `name` and `name`Memory.
  mutating func measure(process name: String) throws {
    let figures = try run(name)
    note(name, figures["wall", default: .nan])
    note(name + "Memory", figures["memory", default: .nan])
  }

  /// Records the measurements that a process reports about itself.
  mutating func measure(task: String) throws { note(try run(task)) }

  /// Measures single saves of contenders that take turns (``Turns``).
  ///
  /// - Parameter turn: makes the saved data different from that of the saves before.
  static func measureSaves(_ candidates: inout [Candidate], turn: Int) throws {
    let workers = try candidates.map { candidate in
      try candidate.worker.start(candidate.arguments("saves", turn))
    }
    var waiting = try workers.filter { try $0.wantsTurn() }
    while !waiting.isEmpty {
      waiting = try waiting.filter { worker in
        try worker.giveTurn()
        return try worker.wantsTurn()
      }
    }
    for index in candidates.indices {
      try workers[index].wait()
      candidates[index].note(try workers[index].figures())
    }
  }

  func remove() {
    _ = try? FileManager.default.removeItem(atPath: directory)
  }

  private mutating func note(_ figures: Figures) {
    for (name, value) in figures where name != "wall" && name != "memory" { note(name, value) }
  }

  private mutating func note(_ name: String, _ value: Double) {
    measured[name, default: []].append(value)
  }

  private func run(_ task: String) throws -> Figures { try worker.run(arguments(task)) }

  private func arguments(_ task: String, _ turn: Int = 0) -> [String] {
    [task, directory, String(count), variant, String(turn)]
  }

  private func size() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: directory).reduce(0) { sum, name in
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(directory)/\(name)")
      return sum + (attributes[.size] as? Int ?? 0)
    }
  }
}
