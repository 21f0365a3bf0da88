import QuizKit
import QuizSupport
import Testing

@testable import qa_repl

/// When two commands open the same screen with the same contents.
@Suite struct DestinationTests {
  @Test func `destinations with equal arguments are equal`() {
    #expect(Command.open(.manage(deck: "a")) == .open(.manage(deck: "a")))
    #expect(
      Destination.notes(deck: nil, words: "", order: .created)
        == .notes(deck: nil, words: "", order: .created))
    #expect(Destination.newExam("x") == .newExam("x"))
  }

  @Test func `destinations that differ in any argument differ`() {
    let pairs: [(one: Destination, other: Destination)] = [
      (.manage(deck: nil), .manage(deck: "nil")),
      (.manage(deck: nil), .manage(deck: nil, isAtEnd: true)),
      (.manage(deck: "a"), .ways(deck: "a")),
      (.newExam("x"), .editExam("x")),
      (.review(deck: "a"), .review(deck: nil, tag: "a")),
      (.review(deck: nil, target: 80), .review(deck: nil, target: 85)),
      (.notesOnQuestion(1), .notesOnQuestion(2)),
      (.timer(.seconds(5)), .timer(.seconds(6))),
    ]
    for pair in pairs { #expect(pair.one != pair.other) }
  }
}
