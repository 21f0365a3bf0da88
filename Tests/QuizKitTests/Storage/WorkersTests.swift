import Foundation
import Signals
import TestKit
import Testing

@testable import QuizStore

/// Tests that several threads do the units of a task, and that one thread takes the results.
@Suite struct WorkersTests {
  private let workers = Workers(limit: 4)

  private func perform(
    _ units: Int, _ make: @escaping @Sendable (Int) throws(StoreError) -> Int,
    receive: (Int) throws(StoreError) -> Bool
  ) throws(StoreError) {
    try workers.perform(units: units, { make }, receive: receive)
  }

  @Test(arguments: [0, 1, 5, 300])
  func `parts are taken in the order of the units, by the thread that asked`(
    _ units: Int
  ) throws {
    var taken: [Int] = []
    let thread = Thread.current
    try perform(units, { $0 * 2 }) { part in
      #expect(Thread.current === thread)
      taken.append(part)
      return true
    }
    #expect(taken == (0..<units).map { $0 * 2 })
  }

  @Test func `each thread has a worker of its own, and there are no more than the limit`() throws {
    let made = Locked(0)
    var taken = 0
    try workers.perform(units: 100) {
      made.withLock { $0 += 1 }
      return { $0 }
    } receive: { _ in
      taken += 1
      return true
    }
    #expect(taken == 100)
    #expect(workers.count == min(4, ProcessInfo.processInfo.activeProcessorCount))
    #expect((1...workers.count).contains(made.withLock { $0 }))
  }

  @Test func `what comes before a unit that fails is taken, and nothing behind it`() {
    var taken: [Int] = []
    #expect {
      try perform(200) { unit throws(StoreError) in
        if unit >= 90 { throw StoreError.closed(path: "\(unit)") }
        return unit
      } receive: { part in
        taken.append(part)
        return true
      }
    } throws: { error in
      if case StoreError.closed(path: "90") = error { true } else { false }
    }
    #expect(taken == Array(0..<90))
  }

  @Test func `a part that cannot be taken is the last one`() {
    var taken: [Int] = []
    #expect(throws: StoreError.self) {
      try perform(200, { $0 }) { part throws(StoreError) in
        if part == 7 { throw StoreError.closed(path: "here") }
        taken.append(part)
        return true
      }
    }
    #expect(taken == Array(0..<7))
  }

  @Test func `nothing more is done once enough was taken`() throws {
    let done = Locked(0)
    var taken: [Int] = []
    try perform(100_000) { unit in
      done.withLock { $0 += 1 }
      return unit
    } receive: { part in
      taken.append(part)
      return taken.count < 3
    }
    #expect(taken == [0, 1, 2])
    #expect(done.withLock { $0 } < 100_000)
  }

  @Test func `a task within a task is done too`() throws {
    let sums = Locked<[Int]>([])
    try perform(20) { outer throws(StoreError) in
      var sum = 0
      try Workers(limit: 4).perform(units: outer, { { $0 } }) { part in
        sum += part
        return true
      }
      return sum
    } receive: { sum in
      sums.withLock { $0.append(sum) }
      return true
    }
    let expected: [Int] = (0..<20).map { $0 * ($0 - 1) / 2 }
    #expect(sums.withLock { $0 } == expected)
  }

  @Test func `a record that cannot be written leaves nothing of the many before it`() throws {
    let disk = SimulatedDisk()
    let context = try StoreKind.journal.context(on: disk)
    let shelf = try context.saveShelf("s")
    let before = disk.text(of: StoreKind.journal.path)
    let books = (0..<200).map { number in
      Book(
        shelfID: shelf, title: "book \(number)",
        addedAt: Date(timeIntervalSinceReferenceDate: number == 150 ? .nan : 0))
    }
    context.insert(contentsOf: books)
    #expect(throws: StoreError.self) { try context.save() }
    let text = disk.text(of: StoreKind.journal.path)
    #expect(text?.filter { $0 != 0 } == before?.filter { $0 != 0 })
    context.rollback()
    try context.saveShelf("t")
    #expect(try context.count(FetchDescriptor<Book>()) == 0)
  }
}
