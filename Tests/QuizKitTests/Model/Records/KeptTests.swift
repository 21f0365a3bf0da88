import Foundation
import Signals
import Testing

@testable import QuizKit
@testable import QuizStore

@Suite struct KeptTests {
  private let test = TestWorld()
  private var store: StoreContext { test.bank.store }

  /// An error of a store that cannot be read.
  private struct Unreadable: Error {}

  @Test func `a value is made when it is asked for, and again after a save of its kinds`() throws {
    let kept = Kept<Int>(of: Question.self, in: store)
    var made = 0
    func ask() -> Int {
      kept.current {
        made += 1
        return made
      }
    }
    try test.add([.sample("A")])
    #expect(made == 0)
    #expect(ask() == 1)
    #expect(ask() == 1)
    try test.bank.makeDeck(named: "Other")
    #expect(ask() == 1)
    try test.add([.sample("B")])
    #expect(kept.value == nil)
    #expect(ask() == 2)
  }

  @Test func `a value for another question is made anew`() {
    let changes = PublishSubject<Void>()
    let kept = Kept<String>(until: changes.signal)
    #expect(kept.current { "one" } == "one")
    #expect(kept.current(where: { $0 == "two" }, make: { "two" }) == "two")
    #expect(kept.current { "three" } == "two")
    changes.emit(())
    #expect(kept.current { "three" } == "three")
  }

  @Test func `a value that grows holds beside new records and not beside changed ones`() throws {
    let kept = Kept<Int>(of: KeptFit.self, growing: Question.self, in: store)
    kept.value = 1
    try test.add([.sample("A")])
    #expect(kept.value == 1)
    let id = try #require(try test.bank.questionIdentifiers(in: nil).first)
    try test.bank.delete([id])
    #expect(kept.value == nil)
    kept.value = 2
    test.store.announcements.emit(.unknown(sequence: 99, in: QuestionBank.schema))
    #expect(kept.value == nil)
  }

  @Test func `only what saves have changed is read again, and once more after an error`() throws {
    let kept = Kept<[Int64]>(ofEach: Question.self, in: store)
    var updates: [[Int64]] = []
    func ask(failing: Bool = false) throws -> [Int64] {
      try kept.current {
        try test.bank.questionIdentifiers(in: nil).map(\.rawValue)
      } update: { value, changed in
        updates.append(changed)
        if failing { throw Unreadable() }
        value = value.filter { !changed.contains($0) } + changed
      }
    }
    try test.add([.sample("A")])
    let first = try ask()
    #expect(first.count == 1)
    try test.add([.sample("B")])
    #expect(throws: Unreadable.self) { try ask(failing: true) }
    #expect(try ask().count == 2)
    #expect(try ask().count == 2)
    #expect(updates.count == 2 && updates[0] == updates[1] && !updates[0].contains(first[0]))
    test.store.announcements.emit(.unknown(sequence: 99, in: QuestionBank.schema))
    #expect(try ask().count == 2)
    #expect(updates.count == 2)
  }
}
