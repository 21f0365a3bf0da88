import Foundation
import Testing

@testable import QuizStore

@Suite struct GroupTests {
  private func shelves(_ kind: StoreKind) throws -> StoreContext {
    let context = try kind.context()
    for (number, chapters) in [["a", "b"], [], ["a"], ["a", "b"], ["か\u{3099}"], ["が"]].enumerated()
    {
      let shelf = try context.saveShelf("\(number)")
      context.insert(
        Book(
          shelfID: number % 2 == 0 ? Identifier(rawValue: 1) : shelf, title: "", chapters: chapters)
      )
    }
    try context.save()
    return context
  }

  private func ids(_ numbers: Int64...) -> [Identifier<Book>] {
    numbers.map { Identifier(rawValue: $0) }
  }

  @Test(arguments: StoreKind.allCases)
  func `records are brought together by the value of a field`(kind: StoreKind) throws {
    let context = try shelves(kind)
    let byChapters = try context.savedIdentifiers(by: \Book.chapters)
    #expect(byChapters == [["a", "b"]: ids(1, 4), []: ids(2), ["a"]: ids(3), ["が"]: ids(5, 6)])
    let byShelf = try context.savedIdentifiers(by: \Book.shelfID)
    #expect(byShelf[Identifier(rawValue: 1)] == ids(1, 3, 5))
    #expect(byShelf.count == 4)
    #expect(try context.savedIdentifiers(by: \Book.pages) == [0: ids(1, 2, 3, 4, 5, 6)])
  }

  @Test(arguments: StoreKind.allCases)
  func `only some records are brought together when only these are wanted`(kind: StoreKind) throws {
    let context = try shelves(kind)
    let wanted = ids(4, 2, 77)
    #expect(
      try context.savedIdentifiers(by: \Book.chapters, among: wanted) == [
        ["a", "b"]: ids(4), []: ids(2),
      ])
    #expect(
      try context.savedIdentifiers(by: \Book.shelfID, among: wanted).values.joined().sorted()
        == ids(2, 4))
  }
}
