import Foundation
import Testing

@testable import QuizStore

@Suite struct UndoTests {
  @Test(arguments: StoreKind.allCases)
  func `a save is taken back and done again`(_ kind: StoreKind) throws {
    let context = try kind.context()
    try context.saveShelf("A", ["a", "b"])
    var book = try #require(try context.record(for: Identifier<Book>(rawValue: 1)))
    book.title = "z"
    try context.update(book)
    try context.delete(Identifier<Book>(rawValue: 2))
    try context.save()
    #expect(try context.titles == ["z"])
    try context.undo()
    #expect(try context.titles == ["a", "b"])
    try context.redo()
    #expect(try context.titles == ["z"])
    try context.undo()
    try context.undo()
    #expect(try context.count(FetchDescriptor<Shelf>()) == 0)
    #expect(context.nextUndo == nil)
    try context.redo()
    #expect(try context.titles == ["a", "b"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a deleted record comes back with all that went with it`(_ kind: StoreKind) throws {
    let context = try kind.context()
    let shelf = try context.saveShelf("A", ["a", "b"])
    let before = try context.fetch(FetchDescriptor<Book>())
    try context.delete(shelf)
    try context.save()
    try context.undo()
    #expect(try context.fetch(FetchDescriptor<Book>()) == before)
    #expect(try context.record(for: shelf)?.name == "A")
  }

  @Test(arguments: StoreKind.allCases)
  func `what somebody else changed since is not taken back`(_ kind: StoreKind) throws {
    let context = try kind.context()
    let shelf = try context.saveShelf("A")
    try context.update(Shelf(id: shelf, name: "B"))
    try context.save()
    let other = StoreContext(context.store)
    try other.update(Shelf(id: shelf, name: "C"))
    try other.save()
    let error = #expect(throws: StoreError.self) { try context.undo() }
    #expect(error?.code == "conflict")
    #expect(try context.record(for: shelf)?.name == "C")
    #expect(context.nextUndo != nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `a new save ends what could be done again, and pending changes stay`(
    _ kind: StoreKind
  ) throws {
    let context = try kind.context()
    try context.saveShelf("A")
    context.insert(Shelf(name: "pending"))
    try context.undo()
    #expect(context.hasChanges && context.nextRedo != nil)
    try context.save()
    #expect(context.nextRedo == nil)
    #expect(try context.fetch(FetchDescriptor<Shelf>()).map(\.name) == ["pending"])
  }
}

@Suite struct ConflictTests {
  /// A context with a pending update that conflicts with a save by another context.
  private func conflicting(
    _ kind: StoreKind, theirs: (StoreContext) throws -> Void
  ) throws -> (StoreContext, Conflict) {
    let context = try kind.context()
    let shelf = try context.saveShelf("A")
    let original = try #require(try context.record(for: shelf))
    let other = StoreContext(context.store)
    try theirs(other)
    try other.save()
    if try context.record(for: shelf) == nil {
      context.insert(original)
      try context.save()
      try context.update(Shelf(id: shelf, name: "mine"), from: original)
      try other.delete(shelf)
      try other.save()
    } else {
      try context.update(Shelf(id: shelf, name: "mine"), from: original)
    }
    do {
      try context.save()
    } catch StoreError.conflict(let conflict) {
      #expect(context.hasChanges)
      return (context, conflict)
    }
    throw StoreError.closed(path: "here")
  }

  private func names(_ context: StoreContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Shelf>()).map(\.name)
  }

  @Test(arguments: StoreKind.allCases)
  func `a conflict names both versions, and giving up leaves theirs`(_ kind: StoreKind) throws {
    let (context, conflict) = try conflicting(kind) {
      try $0.update(Shelf(id: Identifier(rawValue: 1), name: "theirs"))
    }
    #expect((conflict.mine as? Shelf)?.name == "mine")
    #expect((conflict.theirs as? Shelf)?.name == "theirs")
    context.rollback()
    #expect(try names(context) == ["theirs"])
  }

  @Test(arguments: StoreKind.allCases)
  func `an edit of a record that somebody deleted is a conflict too`(_ kind: StoreKind) throws {
    let (context, conflict) = try conflicting(kind) {
      try $0.delete(Identifier<Shelf>(rawValue: 1))
    }
    #expect(conflict.theirs == nil)
    context.rollback()
    #expect(try names(context) == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a delete of a record that somebody changed is a conflict`(_ kind: StoreKind) throws {
    let context = try kind.context()
    let shelf = try context.saveShelf("A")
    try context.delete(shelf)
    let other = StoreContext(context.store)
    try other.update(Shelf(id: shelf, name: "B"))
    try other.save()
    guard
      case .conflict(let conflict) = #expect(
        throws: StoreError.self, performing: { try context.save() })
    else {
      Issue.record("no conflict")
      return
    }
    #expect((conflict.theirs as? Shelf)?.name == "B" && conflict.mine == nil)
    context.rollback()
    try context.delete(shelf)
    try context.save()
    #expect(try names(context).isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `a second record with an identifier that is given is refused and stays pending`(
    _ kind: StoreKind
  ) throws {
    let context = try kind.context()
    let other = StoreContext(context.store)
    context.insert(Shelf(id: Identifier(rawValue: 7), name: "mine"))
    other.insert(Shelf(id: Identifier(rawValue: 7), name: "theirs"))
    try other.save()
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == "already-exists")
    #expect(context.hasChanges)
    context.rollback()
    #expect(try names(context) == ["theirs"])
  }

  @Test(arguments: StoreKind.allCases)
  func `records are found by the values of a field, and a missing value finds none`(
    _ kind: StoreKind
  ) throws {
    let context = try kind.context()
    try context.saveShelf("A", ["a", "b"])
    #expect(try context.records(matching: \Book.code, in: ["b", "c", nil]).map(\.title) == ["b"])
  }
}
