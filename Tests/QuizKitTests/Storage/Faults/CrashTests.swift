import Foundation
import TestKit
import Testing

@testable import QuizStore
@testable import QuizSupport

/// Tests power failures while a store is created, saved to, compacted and closed.
@Suite struct CrashTests {
  /// A name that is so long that a compacted file has several pieces.
  private func name(_ number: Int) -> String {
    "\(number)" + String(repeating: ".", count: 150)
  }

  /// Saves shelves that are called 0, 1, 2 … until the power fails. Returns the number of saves
  /// that were acknowledged and the number that were begun.
  private func work(_ kind: StoreKind, on disk: SimulatedDisk) -> (acknowledged: Int, begun: Int) {
    var acknowledged = 0
    do {
      let context = try kind.context(on: disk)
      for number in 0..<6 {
        context.insert(Shelf(name: name(number)))
        if number > 2 { try context.delete(Identifier<Shelf>(rawValue: Int64(number))) }
        try context.save()
        acknowledged += 1
        if number == 3, let journal = context.store as? JournalStore { try journal.compact() }
      }
      try context.store.close()
      return (acknowledged, acknowledged)
    } catch {
      return (acknowledged, acknowledged + 1)
    }
  }

  private func state(after saves: Int) -> [String] {
    (0..<saves).filter { $0 < 2 || saves <= $0 + 1 }.map(name)
  }

  /// Opens the files that a crash left. They must contain the state after one of two saves. A
  /// further save must be readable at the next opening.
  ///
  /// - Returns: whether the files could be opened. Only bytes that no one wrote may make a file
  ///   unreadable, and then it stays as it is.
  private func isWhole(
    _ kind: StoreKind, _ rest: SimulatedDisk, _ saves: (acknowledged: Int, begun: Int), _ call: Int
  ) throws -> Bool {
    let before = rest[kind.path]
    do {
      let context = try kind.context(on: rest)
      let names = try context.fetch(FetchDescriptor<Shelf>()).map(\.name)
      #expect(
        names == state(after: saves.acknowledged) || names == state(after: saves.begun),
        "call \(call): \(names) after \(saves.acknowledged) saves")
      try context.saveShelf("more")
      try context.store.close()
      let again = try kind.context(on: rest)
      #expect(try again.fetch(FetchDescriptor<Shelf>()).map(\.name) == names + ["more"])
      try again.store.close()
      return true
    } catch let error as StoreError {
      #expect(error.code == "store-damaged", "call \(call): \(error)")
      #expect(Bool(rest[kind.path] == before))
      return false
    }
  }

  @Test(arguments: StoreKind.inFiles, [false, true])
  func `after a crash at any call there are all acknowledged saves, and the one under way or not`(
    _ kind: StoreKind, _ garbage: Bool
  ) throws {
    let whole = SimulatedDisk()
    #expect(work(kind, on: whole).acknowledged == 6)
    var random = SplitMix64(seed: 7)
    for call in Thoroughness.share(of: 1...whole.calls) {
      let disk = SimulatedDisk()
      disk.powerFailsAt = call
      let saves = work(kind, on: disk)
      for _ in 0..<20 {
        let rest = disk.afterCrash(using: &random, garbage: garbage)
        #expect(try isWhole(kind, rest, saves, call) || garbage)
      }
    }
  }

  /// The number of outcomes of a crash that are examined in order. If there are more outcomes, the
  /// same number of random ones is examined in addition.
  private static let mostOutcomes = 1024

  @Test(arguments: StoreKind.inFiles, [512, 4096])
  func `whatever part of the unsynced writes reaches the disk, no acknowledged save is lost`(
    _ kind: StoreKind, _ pieceSize: Int
  ) throws {
    let whole = SimulatedDisk()
    #expect(work(kind, on: whole).acknowledged == 6)
    // Creating the file, six saves, and a compaction or closing each contain a sync.
    #expect(whole.syncCalls.count >= 8)
    var random = SplitMix64(seed: 11)
    for call in whole.syncCalls {
      let disk = SimulatedDisk()
      disk.powerFailsAt = call
      let saves = work(kind, on: disk)
      for garbage in [false, true] {
        var odometer = Odometer()
        var outcomes: [SimulatedDisk] = []
        repeat {
          let rest = disk.afterCrash(pieceSize: pieceSize, garbage: garbage) {
            odometer.choose(below: $0)
          }
          outcomes.append(rest)
        } while outcomes.count < Self.mostOutcomes && odometer.advance()
        for rest in Thoroughness.share(of: outcomes) {
          #expect(try isWhole(kind, rest, saves, call) || garbage)
        }
        guard outcomes.count == Self.mostOutcomes else { continue }
        for _ in 0..<Thoroughness.share(of: Self.mostOutcomes) {
          let rest = disk.afterCrash(pieceSize: pieceSize, garbage: garbage) {
            Int.random(in: 0..<$0, using: &random)
          }
          #expect(try isWhole(kind, rest, saves, call) || garbage)
        }
      }
    }
  }
}
