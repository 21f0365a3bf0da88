import Foundation
import Testing

@testable import QuizKit

/// Several processors do the units of a work; one thread takes what comes of them.
@Suite struct SharedWorkTests {
  private struct Numbers: WorkPart {
    var numbers: [Int]
    var count: Int { numbers.count }
  }

  private func share(
    _ units: Int, _ make: @Sendable (Int) -> Result<Numbers, StoreError>,
    receive: (Numbers) throws(StoreError) -> Void
  ) throws(StoreError) {
    try SharedWork<Numbers>(units: units).share(among: 4) { work, didFinish in
      while let unit = work.take() {
        work.finish(unit, make(unit))
        didFinish()
      }
    } receive: { part throws(StoreError) in
      try receive(part)
    }
  }

  @Test(arguments: [0, 1, 5, 300])
  func `parts are taken in the order of the units, by the thread that asked`(
    _ units: Int
  ) throws {
    var taken: [Int] = []
    let thread = Thread.current
    try share(units, { .success(Numbers(numbers: [$0, $0])) }) { part in
      #expect(Thread.current === thread)
      taken += part.numbers
    }
    #expect(taken == (0..<units).flatMap { [$0, $0] })
  }

  @Test func `what comes before a unit that fails is taken, and nothing behind it`() {
    var taken: [Int] = []
    #expect(throws: StoreError.self) {
      try share(200) { unit in
        unit == 90 ? .failure(.closed(path: "here")) : .success(Numbers(numbers: [unit]))
      } receive: { part in
        taken += part.numbers
      }
    }
    #expect(taken == Array(0..<90))
  }

  @Test func `a part that cannot be taken is the last one`() {
    var taken: [Int] = []
    #expect(throws: StoreError.self) {
      try share(200, { .success(Numbers(numbers: [$0])) }) { part throws(StoreError) in
        if part.numbers == [7] { throw StoreError.closed(path: "here") }
        taken += part.numbers
      }
    }
    #expect(taken == Array(0..<7))
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
