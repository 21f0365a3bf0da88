import Testing

@testable import QuizSupport

@Suite struct NumberedNamesTests {
  @Test func `each name gets the first number that is free`() {
    var names = NumberedNames(taken: ["A", "A (3)", "B"])
    #expect(["A", "A", "B", "A"].map { names.next($0) } == ["A (2)", "A (4)", "B (2)", "A (5)"])
    #expect("A".numbered(apartFrom: ["A", "A (2)"]) == "A (3)")
  }

  @Test func `a name that was given is taken for others too`() {
    var names = NumberedNames(taken: [])
    #expect(names.next("A") == "A (2)")
    #expect(names.next("A (2)") == "A (2) (2)")
    #expect(names.next("A") == "A (3)")
  }
}
