import Foundation
import StoreBenchKit

/// What one contender needed: milliseconds, kilobytes, bytes, by name.
typealias Figures = [String: Double]

/// A contender, its store on the disk, and what was measured of it.
struct Candidate {
  private let worker: WorkerProcess
  private let variant: String
  private let directory: String
  private let count: Int
  private var measured: [String: [Double]] = [:]

  /// Gives it an empty directory in `parent`.
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

  /// Has the store built.
  mutating func build() throws {
    note("bulk", try run("build")["insert", default: .nan] * 1000 / Double(count))
    note("bytes", Double(try size()) / Double(count))
    if count <= 10_000 { _ = try run("check") }
  }

  /// Measures a process as a whole, as `name` and `name`Memory.
  mutating func measure(process name: String) throws {
    let figures = try run(name)
    note(name, figures["wall", default: .nan])
    note(name + "Memory", figures["memory", default: .nan])
  }

  /// Measures what a process says of itself.
  ///
  /// - Parameter turn: makes what is saved different from what was saved before.
  mutating func measure(task: String, turn: Int) throws {
    for (name, value) in try run(task, turn) where name != "wall" && name != "memory" {
      note(name, value)
    }
  }

  func remove() {
    _ = try? FileManager.default.removeItem(atPath: directory)
  }

  private mutating func note(_ name: String, _ value: Double) {
    measured[name, default: []].append(value)
  }

  private func run(_ task: String, _ turn: Int = 0) throws -> Figures {
    try worker.run([task, directory, String(count), variant, String(turn)])
  }

  private func size() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: directory).reduce(0) { sum, name in
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(directory)/\(name)")
      return sum + (attributes[.size] as? Int ?? 0)
    }
  }
}
