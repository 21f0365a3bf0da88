import Foundation
import Signals
import Testing

@testable import QuizStore

@Suite struct LiveQueryTests {
  private func watch(
    _ context: StoreContext
  ) throws -> (LiveQuery<[Book]>, () -> [[String]], Disposable) {
    let query = try LiveQuery(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]), in: context)
    var seen: [[String]] = []
    let subscription = query.results.observe { seen.append($0.map(\.title)) }
    return (query, { seen }, subscription)
  }

  @Test(arguments: StoreKind.allCases)
  func `a live query tells once for each save that changes its result`(_ kind: StoreKind) throws {
    let context = try kind.context()
    let (query, seen, subscription) = try watch(context)
    let shelf = try context.saveShelf("A", ["b", "a", "c"])
    #expect(seen() == [[], ["a", "b", "c"]])
    try context.saveShelf("B")
    context.insert(Book(shelfID: shelf, title: "pending"))
    #expect(seen().count == 2)
    withExtendedLifetime((query, subscription)) {}
  }

  @Test(arguments: StoreKind.allCases)
  func `a live query sees what another context saved`(_ kind: StoreKind) throws {
    let context = try kind.context()
    let (query, seen, subscription) = try watch(context)
    try StoreContext(context.store).saveShelf("A", ["a"])
    #expect(seen() == [[], ["a"]])
    withExtendedLifetime((query, subscription)) {}
  }

  @Test(arguments: StoreKind.allCases)
  func `an observer that saves in its callback is told of that save too`(_ kind: StoreKind) throws {
    let context = try kind.context()
    let shelf = try context.saveShelf("A")
    var counts: [Int] = []
    let query = try LiveQuery(FetchDescriptor<Book>(), in: context)
    var failure: (any Error)?
    let subscription = query.results.observe { books in
      counts.append(books.count)
      guard books.count < 3 else { return }
      context.insert(Book(shelfID: shelf, title: "\(books.count)"))
      do { try context.save() } catch { failure = error }
    }
    #expect(counts == [0, 1, 2, 3])
    #expect(failure == nil)
    subscription.dispose()
  }

  @Test(arguments: StoreKind.allCases)
  func `an observer that stops in its callback is told no more`(_ kind: StoreKind) throws {
    let context = try kind.context()
    let shelf = try context.saveShelf("A")
    let query = try LiveQuery(FetchDescriptor<Book>(), in: context)
    var (first, second) = (0, 0)
    let bag = DisposeBag()
    query.results.observe { books in
      first += 1
      if books.count == 1 { bag.dispose() }
    }.disposed(by: bag)
    let other = query.results.observe { _ in second += 1 }
    for title in ["a", "b"] {
      context.insert(Book(shelfID: shelf, title: title))
      try context.save()
    }
    #expect(first == 2 && second == 3)
    other.dispose()
  }

  @Test(arguments: StoreKind.allCases)
  func `what an observer does of its own accord cannot make a save fail`(_ kind: StoreKind) throws {
    let context = try kind.context()
    var refusals = 0
    let subscription = context.saves.observe { _ in
      do {
        try context.delete(Identifier<Book>(rawValue: 99))
      } catch {
        refusals += 1
      }
    }
    try context.saveShelf("A")
    #expect(refusals == 1 && !context.hasChanges)
    subscription.dispose()
  }

  @Test(arguments: StoreKind.allCases)
  func `a live query tells once of a save of many records`(_ kind: StoreKind) throws {
    let context = try kind.context()
    let (query, seen, subscription) = try watch(context)
    try context.saveShelf("A", (0..<100).map { "\($0)" })
    try context.delete(Book.self, where: nil)
    try context.save()
    #expect(seen().map(\.count) == [0, 100, 0])
    withExtendedLifetime((query, subscription)) {}
  }

  @Test func `a thousand live queries do not tell of a save that does not concern them`() throws {
    let context = try StoreKind.journal.context()
    try context.saveShelf("A", ["a"])
    let queries = try (0..<1000).map { _ in try LiveQuery(FetchDescriptor<Book>(), in: context) }
    var told = 0
    let subscriptions = queries.map { $0.results.observe { _ in told += 1 } }
    try context.saveShelf("B")
    #expect(told == 1000)
    subscriptions.forEach { $0.dispose() }
  }
}
