import Foundation
import Testing

@testable import QuizKit

/// The power fails at every call to the file system, and what was not synced is there, missing,
/// torn or reordered as chance has it.
@Suite struct CrashTests {
  /// Saves shelves that are called 0, 1, 2 … until the power fails; returns how many saves were
  /// acknowledged and how many were begun.
  private func work(_ kind: StoreKind, on disk: SimulatedDisk) -> (acknowledged: Int, begun: Int) {
    var acknowledged = 0
    do {
      let context = try kind.context(on: disk)
      for number in 0..<6 {
        context.insert(Shelf(name: "\(number)"))
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
    (0..<saves).filter { $0 < 2 || saves <= $0 + 1 }.map(String.init)
  }

  @Test(arguments: StoreKind.inFiles, [false, true])
  func `after a crash there are all acknowledged saves, and the one under way or not`(
    _ kind: StoreKind, _ garbage: Bool
  ) throws {
    let whole = SimulatedDisk()
    #expect(work(kind, on: whole).acknowledged == 6)
    var random = SplitMix64(seed: 7)
    var refused = 0
    for call in 1...whole.calls {
      let disk = SimulatedDisk()
      disk.powerFailsAt = call
      let (acknowledged, begun) = work(kind, on: disk)
      for _ in 0..<20 {
        let rest = disk.afterCrash(using: &random, garbage: garbage)
        let before = rest[kind.path]
        do {
          let context = try kind.context(on: rest)
          let names = try context.fetch(FetchDescriptor<Shelf>()).map(\.name)
          #expect(
            names == state(after: acknowledged) || names == state(after: begun),
            "call \(call): \(names) after \(acknowledged) saves")
          try context.saveShelf("more")
          try context.store.close()
          let again = try kind.context(on: rest)
          #expect(try again.fetch(FetchDescriptor<Shelf>()).map(\.name) == names + ["more"])
        } catch let error as StoreError {
          // Only bytes that nobody wrote may make a journal unreadable, and then it stays as it is.
          #expect(garbage && error.code == "store-damaged", "call \(call): \(error)")
          #expect(Bool(rest[kind.path] == before))
          refused += 1
        }
      }
    }
    #expect(garbage || refused == 0)
  }
}
