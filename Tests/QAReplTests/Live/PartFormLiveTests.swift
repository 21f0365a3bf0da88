import QuizKit
import QuizStore
import QuizSupport
import Testing

@testable import qa_repl

/// Cards, gaps, orders and pairs in forms at a live terminal.
@Suite struct PartFormLiveTests {
  /// A form for a new question of a kind, at the field of the question.
  private func form(_ kind: String) throws -> LiveDesk {
    let desk = try LiveDesk()
    desk.type("register\r\u{1B}[A" + kind + "\r")
    #expect(desk.field == "> Question:")
    return desk
  }

  private func enter(_ lines: String..., into desk: LiveDesk) {
    for line in lines { desk.type(line + "\r") }
    desk.wait(LiveDesk.doubleTap)
  }

  @Test func `a card is a front and a back, and its commentary may stay empty`() throws {
    let desk = try form("card")
    enter("Front", "Back", "", into: desk)
    #expect(desk.everything.contains { $0.hasSuffix("Registered.") })
    #expect(desk.everything.contains { $0.hasSuffix("Back: Back") })
  }

  @Test func `gaps are written one by one, until one is left empty`() throws {
    let desk = try form("gaps")
    enter("[[1]] is [[2]].", "Paris | Lutetia", "=here | there", "", into: desk)
    #expect(desk.field == "> Commentary:")
    enter("So", into: desk)
    #expect(desk.everything.contains { $0.hasSuffix("Registered.") })
  }

  @Test func `a text that does not show its gap leads back to the text`() throws {
    let desk = try form("gaps")
    enter("Paris is here.", "Paris", "", "So", into: desk)
    #expect(!desk.everything.contains { $0.hasSuffix("Registered.") })
    #expect(desk.shows("[[1]]"))
  }

  @Test func `a pair without two sides is refused in its field`() throws {
    let desk = try form("match")
    enter("Match", "France", into: desk)
    #expect(desk.field == "> Pair 1: France" && desk.shows("does not have two sides"))
    desk.type(" | Paris\r")
    #expect(desk.field.hasPrefix("> Pair 2:"))
  }

  @Test func `an order is its choices in the right order`() throws {
    let desk = try form("order")
    enter("Sort", "one", "two", "", into: desk)
    #expect(!desk.shows("Right choice"))
  }
}
